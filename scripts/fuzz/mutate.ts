import assert from 'node:assert/strict';
import { placesIn, replaceAt, exampleInput } from '../../server/test/example-input.ts';
import type { Route } from '../../contract/src/route.ts';

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

/** Values at the edges of what texts, figures, lists and objects may be. */
const values: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e300,
  '',
  '\0',
  '\ud800',
  '../../x',
  'x'.repeat(3000),
  '2026-01-01T00:00:00.000Z',
  [],
  [[[[]]]],
  {},
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
];

/** JSON that is well formed, with something else at some places. */
export function otherwise(json: Buffer, random: RandomBelow): Buffer {
  let value = JSON.parse(json.toString()) as unknown;
  for (let left = 1 + random(3); left > 0; left -= 1) {
    const places = [...placesIn(value)];
    if (places.length === 0) break;
    value = replaceAt(value, places[random(places.length)]!, values[random(values.length)]);
  }
  return Buffer.from(JSON.stringify(value));
}

type Body = { path: string; schema: Exclude<Route['body'], 'bytes' | undefined>; example: Buffer };

/**
 * Every route that takes a body of JSON. The whole server stands behind this list: it is loaded only for who reads
 * bodies.
 */
async function load(): Promise<readonly Body[]> {
  const { features } = await import('../../server/src/main/features.ts');
  return features.flatMap(({ routes }) =>
    Object.values(routes).flatMap((route) =>
      route.body === undefined || route.body === 'bytes'
        ? []
        : [
            {
              path: route.path,
              schema: route.body,
              example: Buffer.from(JSON.stringify(exampleInput(route, {}).body)),
            },
          ],
    ),
  );
}

let known: Promise<readonly Body[]> | undefined;

/** Returns the body of a random route with some values replaced. */
export async function otherBody(random: RandomBelow): Promise<Buffer> {
  const bodies = await (known ??= load());
  return otherwise(bodies[random(bodies.length)]!.example, random);
}

const prototype = Reflect.ownKeys(Object.prototype);

/** Reads a body by the schema of every route. */
export async function checkBody(bytes: Buffer): Promise<void> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return;
  }
  for (const { path, schema } of await (known ??= load())) {
    const { success, data } = schema.safeParse(value);
    if (success) assert.ok(JSON.stringify(data) !== undefined, path);
  }
  assert.deepEqual(Reflect.ownKeys(Object.prototype), prototype);
}
