import { createHash } from 'node:crypto';

/** Numbers that look random and are the same for the same seed. */
export type RandomSource = {
  /** A whole number from 0 to `n` - 1. */
  below(n: number): number;
  /** A number of that range. */
  between(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the list, as often as its weight says. */
  weighted<T extends { weight: number }>(list: readonly T[]): T;
  bytes(length: number): Buffer<ArrayBuffer>;
  /** A stream of its own, so that what one actor draws does not depend on how fast another is. */
  fork(name: string): RandomSource;
};

/** The generator of a seed: xorshift128 (Marsaglia 2003), started from the seed's SHA-256. */
export function createSeededRandom(seed: string): RandomSource {
  const state = new Uint32Array(4);
  const digest = createHash('sha256').update(seed).digest();
  for (let i = 0; i < 4; i += 1) state[i] = digest.readUInt32LE(i * 4) || 1;
  const next = (): number => {
    let t = state[3]!;
    state.copyWithin(1, 0, 3);
    t ^= t << 11;
    t ^= t >>> 8;
    state[0] = t ^ state[1]! ^ (state[1]! >>> 19);
    return state[0]!;
  };
  const unit = (): number => next() / 2 ** 32;
  const below = (n: number): number => Math.floor(unit() * n);
  return {
    below,
    between: (from, to) => from + unit() * (to - from),
    chance: (share) => unit() < share,
    pick: (list) => list[below(list.length)]!,
    weighted(list) {
      let left = unit() * list.reduce((sum, { weight }) => sum + weight, 0);
      return list.find(({ weight }) => (left -= weight) < 0) ?? list.at(-1)!;
    },
    bytes(length) {
      const bytes = Buffer.alloc(length);
      for (let i = 0; i + 4 <= length; i += 4) bytes.writeUInt32LE(next(), i);
      return bytes;
    },
    fork: (name) => createSeededRandom(`${seed}/${name}`),
  };
}
