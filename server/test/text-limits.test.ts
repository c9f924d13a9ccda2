import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { ExportManifest, transcriptFile, videoFile } from '../src/features/exports/format.ts';
import { features } from '../src/main/features.ts';
import { schemasOfCalls, type TextPlace, textPlacesIn } from './example-input.ts';
import { describeInvalidInput } from '../src/platform/http/invalid-input.ts';

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

type Path = readonly PropertyKey[];

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inside, part) => (inside as Record<PropertyKey, unknown> | undefined)?.[part], value);

/** Everything that is wrong, where it stands, also within a choice of several forms. */
const faultsIn = (issues: readonly z.core.$ZodIssue[], within: Path = []): { code: string; path: Path }[] =>
  issues.flatMap((issue) => {
    const path = [...within, ...issue.path];
    return issue.code === 'invalid_union' ? issue.errors.flatMap((each) => faultsIn(each, path)) : [{ ...issue, path }];
  });

/** Tells how a schema treats a text at a place: `taken`, `cut`, `refused` by its field name, or another outcome. */
function fateOf(schema: z.ZodType, { path, holding }: TextPlace, text: string): string {
  const value = holding(text);
  const { error, data } = schema.safeParse(value);
  const isAt = (fault: { path: Path }): boolean =>
    fault.path.length === path.length && path.every((part, n) => fault.path[n] === part);
  if (error && faultsIn(error.issues).some((fault) => fault.code === 'too_big' && isAt(fault))) {
    const told = describeInvalidInput(error, value, 'body');
    const name = (path.findLast((part) => typeof part === 'string') ?? 'body').replaceAll('_', ' ');
    return told.includes(name.replace(/s$/, '')) ? 'refused' : told;
  }
  const kept = at(data, path);
  return typeof kept === 'string' && kept.length < text.length ? 'cut' : 'taken';
}

/** Lists, for each text place, the fates of a text one letter below its limit, at the limit, and one above. */
function fatesIn(schema: z.ZodType, known: Readonly<Record<string, unknown>> = {}): [place: string, fates: string][] {
  return textPlacesIn(schema, known).flatMap((place): [string, string][] => {
    const { path, longest } = place;
    if (longest === undefined) return [];
    const fates = [-1, 0, 1].map((more) => fateOf(schema, place, 'x'.repeat(longest + more)));
    return [[path.join('.'), fates.join(', ')]];
  });
}

/** Values for fields that require a format as well as a length. */
const known = { accent: '#1f6f54', membership_end: '2027-01-01' };

test('a text of a call is accepted at its limit and refused by field name, when one letter longer', () => {
  const fates = schemasOfCalls(features).flatMap(([call, schema]) =>
    fatesIn(schema, known).map(([place, fate]) => ({ place: `${call} ${place}`, fate })),
  );
  assert.ok(fates.length > 150, `${fates.length} texts`);
  assert.deepEqual(
    fates.filter(({ fate }) => fate !== 'taken, taken, refused'),
    [],
  );
});

test('a text of an archive is taken up to its length, and cut or refused, when it has a letter more', () => {
  const fates = Object.entries({ manifest: ExportManifest, video: videoFile(), transcript: transcriptFile() }).flatMap(
    ([file, schema]) => fatesIn(schema).map(([place, fate]) => ({ place: `${file} ${place}`, fate })),
  );
  assert.ok(fates.length > 25, `${fates.length} texts`);
  assert.deepEqual(
    fates.filter(({ fate }) => fate !== 'taken, taken, cut' && fate !== 'taken, taken, refused'),
    [],
  );
  const cut = fates.flatMap(({ place, fate }) => (fate.endsWith('cut') ? [place] : []));
  for (const place of ['video title', 'video transcript_language', 'video chapters.0.quotes.0.timecode'])
    assert.ok(cut.includes(place), place);
});

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
