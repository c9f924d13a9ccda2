import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { features } from '../src/main/features.ts';

/** JSON Schema keywords that limit length or size; the format of an id or a time does not count. */
const limits: ReadonlySet<string> = new Set([
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maximum',
  'minimum',
  'exclusiveMaximum',
  'exclusiveMinimum',
]);

/** Places of a schema that say how much there may be of something; that a number is whole is not one of them. */
function limitsIn(schema: z.ZodType): string[] {
  const walk = (value: unknown, place: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    // A pair has two parts, and no more.
    const isTuple = 'prefixItems' in value;
    return Object.entries(value).flatMap(([key, part]) => {
      if (!limits.has(key)) return walk(part, `${place}/${key}`);
      return isTuple || Math.abs(Number(part)) === Number.MAX_SAFE_INTEGER ? [] : [`${place} ${key}`];
    });
  };
  // Checks both input and output, because a schema may transform one into the other.
  const kinds = ['input', 'output'] as const;
  return kinds.flatMap((io) => walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), ''));
}

// A reply is parsed after its work is committed: a limit that what is stored does not keep would answer 500 for ever.
test('no reply is refused for how much it holds', () => {
  const found = features.flatMap(({ routes }) =>
    Object.values(routes).flatMap(({ method, path, reply }) =>
      reply === 'stream' ? [] : limitsIn(reply).map((place) => `${method} ${path}${place}`),
    ),
  );
  assert.deepEqual(found, []);
});

test('limits are found wherever they stand', () => {
  const schema = z.object({
    list: z.array(z.object({ text: z.string().max(3).optional() })).min(1),
    one: z.union([z.number().min(1), z.uuid()]).nullable(),
    whole: z.int(),
    made: z.string().max(5).transform(Number),
  });
  assert.deepEqual(
    limitsIn(schema).map((place) => place.split('/').at(-1)),
    ['list minItems', 'text maxLength', '0 minimum', 'made maxLength', 'list minItems', 'text maxLength', '0 minimum'],
  );
});
