import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedText, cutText, sentText, shownText, trimmedText } from '@lectern/contract/text';
import { z } from 'zod';
import { ExportManifest, transcriptFile, videoFile } from '../src/features/exports/format.ts';
import { features } from '../src/main/features.ts';
import { describeInvalidInput } from '../src/platform/http/invalid-input.ts';
import { schemasOfCalls, type TextPlace, textPlacesIn } from './example-input.ts';

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

test('a length that is not kept is seen', () => {
  const schema = z.object({
    kept: boundedText(3),
    trimmed: trimmedText(3),
    shown: shownText(3),
    cut: cutText(3, (text, longest) => text.slice(0, longest)),
    either: z.union([z.number(), boundedText(3)]),
    // These say one length and have another.
    over: sentText.meta({ maxLength: 3 }),
    under: boundedText(2).meta({ maxLength: 3 }),
  });
  assert.deepEqual(Object.fromEntries(fatesIn(schema)), {
    kept: 'taken, taken, refused',
    trimmed: 'taken, taken, refused',
    shown: 'taken, taken, refused',
    cut: 'taken, taken, cut',
    either: 'taken, taken, refused',
    over: 'taken, taken, taken',
    under: 'taken, refused, refused',
  });
});
