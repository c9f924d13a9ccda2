/** Scripts that are written without spaces between words, for the inside of a character class. */
export const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';

/** A character of such a script. */
export const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED}]`, 'u');
