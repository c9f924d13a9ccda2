/** What the server notes of a step ("waiting for its turn") where it stands alone on a line. */
export const asSentence = (note: string): string => note.charAt(0).toUpperCase() + note.slice(1);
