import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { chaptersOf } from '../outline/chapters-of.ts';
import { cuesOf, replaceCues } from '../transcripts/cues.ts';
import { createVideo } from '../videos/create.ts';
import { videoById } from '../videos/find-video.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { correctLines } from './correct-lines.ts';

const lines = 1_000;
const corrections = 100;
const chapters = 20;
const said = (n: number): string => `some words that are said here ${n}`;

/** The same lines, and how often one of them was looked at. */
function watched(cues: readonly Cue[]): { cues: Cue[]; looks(): number } {
  let looks = 0;
  const watch = (cue: Cue): Cue =>
    new Proxy(cue, {
      get(target, key) {
        if (key === 'start') looks += 1;
        return Reflect.get(target, key);
      },
    });
  return { cues: cues.map(watch), looks: () => looks };
}

describeServer('many lines that are corrected at once', {}, (suite) => {
  let id: string;
  before(async () => {
    const { session } = await suite.signUp();
    id = randomUUID();
    await suite.world.database.transaction(async (tx) => {
      const restored = { duration: lines, kind: 'audio' as const };
      const names = { assetId: id, playbackId: id, title: 'A video', fileName: 'a.mp3' };
      await createVideo(suite.world, tx, { id, userId: session.id, ...names, byteSize: 1, restored });
      const cues = Array.from({ length: lines }, (_, n) => ({ start: n, end: n + 1, text: said(n) }));
      await replaceCues(tx, id, cues);
      // As archives have brought them that somebody had written.
      const absurd = { quote: said(1), timecode: '00:00:00', start: 0, cues: [0, 1_000_000] };
      const rows = Array.from({ length: chapters }, (_, n) => ({
        video_id: id,
        n,
        start_s: n,
        end_s: n + 1,
        title: 'A chapter',
        summary: 'A summary.',
        quotes: JSON.stringify([
          { quote: said(n), timecode: '00:00:00', start: n, cues: [n, n] },
          {
            quote: said(lines - 1 - n),
            timecode: '00:00:00',
            start: lines - 1 - n,
            cues: [lines - 1 - n, lines - 1 - n],
          },
          ...Array.from({ length: 8 }, () => absurd),
        ]),
        search: '',
        edited: [],
      }));
      await tx.insertInto('chapters').values(rows).execute();
      const marked = Array.from({ length: 250 }, (_, n) => ({
        video_id: id,
        start_s: n * 4,
        end_s: n * 4 + 1,
        words: said(n * 4),
        note: '',
      }));
      await tx.insertInto('highlights').values(marked).execute();
    });
  });

  it('corrects many cues in a few passes, however many quotes and highlights follow them', async () => {
    const { kysely } = suite.world.database;
    const transcript = watched(await cuesOf(kysely, id));
    await suite.world.database.transaction(async (tx) => {
      await lockVideo(tx, id);
      const video = await videoById(tx, id);
      const changed = Array.from({ length: corrections }, (_, n) => ({ n, text: said(n).replace('some', 'other') }));
      await correctLines(tx, video!, transcript.cues, changed, 'glossary');
    });
    assert.ok(transcript.looks() < 20 * lines, `${transcript.looks()} looks at ${lines} lines`);

    const quotes = (await chaptersOf(kysely, id)).map((each) => each.quotes.map(({ quote }) => quote));
    const expected = Array.from({ length: chapters }, (_, n) => [
      said(n).replace('some', 'other'),
      said(lines - 1 - n),
    ]);
    assert.deepEqual(quotes, expected, 'and those that no engine can have cut are not quotes any more');
    const words = await kysely.selectFrom('highlights').select('words').orderBy('start_s').execute();
    assert.deepEqual(
      words.map((row) => row.words),
      Array.from({ length: 250 }, (_, n) => (n * 4 < corrections ? said(n * 4).replace('some', 'other') : said(n * 4))),
    );
  });
});
