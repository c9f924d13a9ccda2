/**
 * A language has fewer words than this that anybody says; what lies beyond is a file of noise, and nothing of it is
 * kept.
 */
const MOST_WORDS = 60_000;

/** The same function of a word, which in a recording comes again and again. */
export const rememberedByWord = <T>(of: (word: string) => T): ((word: string) => T) => rememberedByText(of, MOST_WORDS);

/** The same function of a text, of which so many are kept at most. */
export function rememberedByText<T>(of: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const value = of(text);
    known.set(text, value);
    return value;
  };
}

/** The same function of an object, asked once as long as the object is there. */
export function memoize<K extends object, T>(of: (object: K) => T): (object: K) => T {
  const known = new WeakMap<K, { value: T }>();
  return (object) => {
    let found = known.get(object);
    if (found === undefined) known.set(object, (found = { value: of(object) }));
    return found.value;
  };
}
