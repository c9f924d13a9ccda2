import assert from 'node:assert/strict';
import type { Route } from '../../contract/src/route.ts';
import { exampleInput } from '../../server/test/example-input.ts';
import type { RandomBelow } from './mutate.ts';
import { otherwise } from './other-values.ts';

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
