/** What is written in lower case, such as what the server notes of a step ("waiting for its turn"), where it stands alone. */
export const asSentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
