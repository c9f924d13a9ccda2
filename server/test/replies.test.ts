import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { features } from '../src/main/features.ts';

/** Checks that say how long or large something may be; the form of an id or a time is none. */
const limits: ReadonlySet<string> = new Set([
  'max_length',
  'min_length',
  'length_equals',
  'max_size',
  'min_size',
  'size_equals',
  'less_than',
  'greater_than',
  'multiple_of',
]);

type Node = {
  _zod: { def: Record<string, unknown> & { checks?: readonly { _zod: { def: { check: string } } }[] } };
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && '_zod' in value;

/** Where a schema, or one within it, says how much there may be of something. */
function limitsIn(schema: Node, place: string, seen = new Set<Node>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  // oxlint-disable-next-line no-underscore-dangle -- Zod's own name for what tools may read of a schema
  const { checks = [], ...parts } = schema._zod.def;
  // oxlint-disable-next-line no-underscore-dangle -- as above
  const own = checks.map(({ _zod }) => _zod.def.check).filter((check) => limits.has(check));
  const within = Object.entries(parts).flatMap(([name, part]) => {
    if (isNode(part)) return limitsIn(part, `${place}.${name}`, seen);
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part).flatMap(([key, each]) =>
      isNode(each) ? limitsIn(each, `${place}.${name === 'shape' ? key : `${name}[${key}]`}`, seen) : [],
    );
  });
  return [...own.map((check) => `${place}: ${check}`), ...within];
}

// A reply is parsed after its work is committed: a limit that what is stored does not keep would answer 500 for ever.
test('no reply is refused for how much it holds', () => {
  const found = features.flatMap(({ routes }) =>
    Object.values(routes).flatMap(({ method, path, reply }) =>
      reply === 'stream' ? [] : limitsIn(reply as unknown as Node, `${method} ${path}`),
    ),
  );
  assert.deepEqual(found, []);
});

test('limits are found wherever they stand', () => {
  const schema = z.object({
    list: z.array(z.object({ text: z.string().max(3).optional() })),
    one: z.union([z.number().min(1), z.uuid()]).nullable(),
    whole: z.int(),
  });
  assert.deepEqual(limitsIn(schema as unknown as Node, 'x'), [
    'x.list.element.text.innerType: max_length',
    'x.one.innerType.options[0]: greater_than',
  ]);
});
