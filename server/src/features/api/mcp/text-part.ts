/** Bytes of a part: with what stands around it, an answer has 60 kB at most. */
const mostBytes = 50_000;

/**
 * Cuts out as many paragraphs as an answer has room for, after so many; `next`: after how many the rest begins. Cues of
 * WebVTT are paragraphs.
 */
export function cutPart(text: string, from: number): { part: string; next: number | null } {
  const paragraphs = text.split(/\n{2,}/);
  let [end, bytes] = [from, 0];
  while (end < paragraphs.length) {
    bytes += Buffer.byteLength(JSON.stringify(paragraphs[end])) + 4;
    if (bytes > mostBytes && end > from) break;
    end += 1;
  }
  return { part: paragraphs.slice(from, end).join('\n\n'), next: end < paragraphs.length ? end : null };
}
