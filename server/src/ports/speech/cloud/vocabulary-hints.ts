type Limits = {
  /** Terms, and bytes of all of them together. Providers count tokens of their own, each some three bytes long. */
  count: number;
  bytes: number;
  /** Words of one term. */
  words?: number;
};

/** The first terms that a provider takes; a refused question would cost the whole transcript. */
export function selectHintTerms(
  terms: readonly string[] | undefined,
  { count, bytes, words = Infinity }: Limits,
): string[] {
  let left = bytes;
  return (terms ?? [])
    .filter((term) => term.split(/\s+/).length <= words)
    .slice(0, count)
    .filter((term) => (left -= Buffer.byteLength(term) + 2) >= 0);
}
