import { placesIn, replaceAt } from '../../server/test/example-input.ts';
import type { RandomBelow } from './mutate.ts';

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
