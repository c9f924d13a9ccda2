/** Capitalizes a lower-case text that stands alone, such as a step's note ("waiting for its turn"). */
export const asSentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
