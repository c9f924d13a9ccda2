/** A language has fewer words than this that anybody says; what lies beyond is a file of noise, and nothing of it is kept. */
const MOST_WORDS = 60_000;

/** The same function of a word, which in a recording comes again and again. */
export function rememberedByWord<T>(of: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    if (known.size >= MOST_WORDS) known.clear();
    const value = of(word);
    known.set(word, value);
    return value;
  };
}

/** The same function of an object, asked once as long as the object is there. */
export function remembered<K extends object, T>(of: (object: K) => T): (object: K) => T {
  const known = new WeakMap<K, { value: T }>();
  return (object) => {
    let found = known.get(object);
    if (found === undefined) known.set(object, (found = { value: of(object) }));
    return found.value;
  };
}
