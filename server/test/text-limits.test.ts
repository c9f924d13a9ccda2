import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { ExportManifest, transcriptFile, videoFile } from '../src/features/exports/format.ts';
import { features } from '../src/main/features.ts';
import { schemasOfCalls } from './example-input.ts';

/** A part of a JSON Schema, as far as it says how long a text may be. */
type Part = {
  type?: string | string[];
  maxLength?: number;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
};

/** A pattern that nothing of unknown length fits. */
const isBounding = (pattern: string): boolean =>
  pattern.startsWith('^') && pattern.endsWith('$') && !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/g, 'x'));

const isBounded = ({ maxLength, enum: values, const: value, pattern }: Part): boolean =>
  maxLength !== undefined ||
  values !== undefined ||
  value !== undefined ||
  (pattern !== undefined && isBounding(pattern));

/** Places of a schema where a text stands, or anything at all, and whether it has a length. */
function textsIn(schema: z.ZodType, io: 'input' | 'output'): Map<string, boolean> {
  const texts = new Map<string, boolean>();
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const part = value as Part;
    const isAny = !Array.isArray(value) && Object.keys(value).every((key) => key === 'default');
    // Below `properties` and the like stand names, which may be words of JSON Schema.
    const isSchema = !/(?:properties|\$defs)$/.test(place) && !Array.isArray(value);
    if (isSchema && (isAny || [part.type].flat().includes('string'))) texts.set(place, isBounded(part));
    if (isSchema && 'const' in part) return;
    for (const [key, inner] of Object.entries(value)) walk(inner, `${place}/${key}`);
  };
  walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), '');
  return texts;
}

/**
 * Places where a text of any length comes in and goes on: it is bounded neither as it is sent nor as it is understood.
 */
function unboundedIn(schema: z.ZodType): string[] {
  const understood = textsIn(schema, 'output');
  // A text or null is one place as it is sent, and a choice of two as it is understood.
  const isUnderstood = (place: string): boolean => understood.get(place) ?? understood.get(`${place}/anyOf/0`) ?? false;
  return [...textsIn(schema, 'input')].flatMap(([place, bounded]) =>
    bounded || isUnderstood(place) ? [] : [place.replaceAll('/properties/', ' ').trim()],
  );
}

/** Texts without a limit, and why they need none. */
const exceptions: Readonly<Record<string, string>> = {
  'GET /portal/:token query q': 'untrustedQueryText cuts it: the page is shown whatever stands there',
  'GET /portal/:token query in': 'untrustedQueryText cuts it',
  'GET /portal/:token/:video query t': 'untrustedQueryText cuts it',
  'GET /portal/:token/:video query quote': 'untrustedQueryText cuts it',
  'GET /s/:key query t': 'untrustedQueryText cuts it',
};

test('every text that a call takes has a greatest length', () => {
  const found = schemasOfCalls(features).flatMap(([call, schema]) =>
    unboundedIn(schema).map((place) => `${call} ${place}`),
  );
  assert.deepEqual(found.toSorted(), Object.keys(exceptions).toSorted());
});

test('every text of an archive has a greatest length', () => {
  const found = Object.entries({ manifest: ExportManifest, video: videoFile(), transcript: transcriptFile() }).flatMap(
    ([file, schema]) => unboundedIn(schema).map((place) => `${file} ${place}`),
  );
  assert.deepEqual(found, []);
});

test('texts without a length are found wherever they stand', () => {
  const schema = z.object({
    bare: z.string(),
    perhaps: z.string().nullish(),
    list: z.array(z.object({ inner: z.string() })).max(3),
    record: z.record(z.string().max(3), z.string()),
    either: z.union([z.number(), z.string()]),
    any: z.unknown(),
    changed: z.string().transform((text) => text.trim()),
    digits: z.string().regex(/^\d+$/),
    time: z.iso.datetime(),
    // These have one.
    type: z.string().max(3),
    kind: z.enum(['a', 'b']),
    id: z.uuid(),
    day: z.iso.date(),
    colour: z.string().regex(/^#[\da-f]{6}$/),
    cleared: z
      .string()
      .transform((text) => text.trim())
      .pipe(z.string().max(3)),
    clearedOrNone: z
      .string()
      .transform((text) => text.trim())
      .pipe(z.string().max(3))
      .nullable(),
    count: z.coerce.number(),
    pair: z.tuple([z.literal('a'), z.boolean()]),
  });
  assert.deepEqual(
    unboundedIn(schema).map((place) => place.replace(/\/.*$/, '')),
    ['bare', 'perhaps', 'list', 'record', 'either', 'any', 'changed', 'digits', 'time'],
  );
});
