/** A text with at most so many characters, cut behind a whole word where it has words. */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half a character stays behind as none.
  const cut = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  if (/^\s/.test(text.slice(cut.length))) return cut.trimEnd();
  return /^([^]*\S)\s+\S*$/.exec(cut)?.[1] ?? cut;
}
