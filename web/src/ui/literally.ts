/** A text as a pattern that finds just this text. `RegExp.escape` is not in every browser the app supports. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
