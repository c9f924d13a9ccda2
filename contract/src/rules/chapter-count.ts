/** How many chapters there are, in words. */
export const chapterCount = (count: number): string => (count === 1 ? '1 chapter' : `${count} chapters`);
