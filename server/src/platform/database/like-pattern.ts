/** A pattern for `like` and `ilike` that finds a text anywhere, its own signs taken literally. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
