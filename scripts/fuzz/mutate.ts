/** Deterministic random numbers below a bound (mulberry32), so that an input is made again from its seed and number. */
export type RandomBelow = (below: number) => number;

export function randomFrom(seed: number, n: number): RandomBelow {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 1, 0xc2b2ae35);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Numbers at the edges of what fields of files hold. */
const edges = [0, 1, 7, 8, 16, 255, 65_535, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff];

const longest = 20_000;

/** A copy of an input that is wrong in some places: bytes, numbers, stretches and pieces of the kind's own language. */
export function mutate(input: Buffer, pieces: readonly string[], random: RandomBelow): Buffer {
  let bytes = Buffer.from(input);
  for (let left = 1 + random(6); left > 0; left -= 1) {
    const at = random(bytes.length + 1);
    const to = Math.min(bytes.length, at + random(random(4) === 0 ? 200 : 8));
    switch (random(6)) {
      case 0:
        if (at < bytes.length) bytes[at] = random(256);
        break;
      case 1:
        if (at + 4 <= bytes.length) bytes.writeUInt32BE(edges[random(edges.length)]!, at);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
        break;
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(pieces[random(pieces.length)]!), bytes.subarray(to)]);
        break;
      default:
        if (at < bytes.length) bytes[at]! ^= 1 << random(8);
    }
  }
  return bytes.subarray(0, longest);
}
