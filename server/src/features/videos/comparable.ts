/** A text as it is compared in a search: in small letters, and composed as people type it. A Mac names files decomposed. */
export const comparable = (text: string): string => text.normalize('NFC').toLowerCase();
