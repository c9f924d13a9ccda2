/** Numbers from 0 to 1 that a seed decides. */
export function random(seed: number): () => number {
  let state = (Math.imul(seed, 2654435761) + 1) >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

export function shuffleItems<T>(items: readonly T[], next: () => number): T[] {
  const left = [...items];
  for (let i = left.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [left[i], left[j]] = [left[j]!, left[i]!];
  }
  return left;
}
