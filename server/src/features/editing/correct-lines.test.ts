import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { describeServer } from '../../../test/describe-server.ts';
import { cueLength, storeTexts } from '../../../test/stored-texts.ts';
import { chaptersOf } from '../outline/chapters-of.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { videoById } from '../videos/find-video.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { correctLines } from './correct-lines.ts';

const [lines, corrections, chapters, highlights] = [1_000, 100, 20, 250];
const numbered = <T>(length: number, make: (n: number) => T): T[] => Array.from({ length }, (_, n) => make(n));
const said = (n: number): string => `some words that are said here ${n}`;
const corrected = (n: number): string => said(n).replace('some', n < corrections ? 'other' : 'some');

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
  it('corrects many cues in a few passes, however many quotes and highlights follow them', async () => {
    const member = await suite.signUp();
    const id = await storeTexts(suite.world, member, {
      said: numbered(lines, said),
      chapters: numbered(chapters, () => ({})),
    });
    // As archives have brought them that somebody had written.
    const absurd = { quote: said(1), timecode: '00:00:00', start: 0, cues: [0, 1_000_000] };
    const cut = (n: number) => ({ quote: said(n), timecode: '00:00:00', start: n, cues: [n, n] });
    for (let n = 0; n < chapters; n += 1)
      await suite.db
        .updateTable('chapters')
        .set({ quotes: JSON.stringify([cut(n), cut(lines - 1 - n), ...numbered(8, () => absurd)]) })
        .where('video_id', '=', id)
        .where('n', '=', n)
        .execute();
    const marked = numbered(highlights, (n) => ({
      video_id: id,
      start_s: n * 4 * cueLength,
      end_s: (n * 4 + 1) * cueLength,
      words: said(n * 4),
      note: '',
    }));
    await suite.db.insertInto('highlights').values(marked).execute();

    const transcript = watched(await cuesOf(suite.db, id));
    await suite.world.database.transaction(async (tx) => {
      await lockVideo(tx, id);
      const changed = numbered(corrections, (n) => ({ n, text: corrected(n) }));
      await correctLines(suite.world, tx, (await videoById(tx, id))!, transcript.cues, changed, 'glossary');
    });
    assert.ok(transcript.looks() < 20 * lines, `${transcript.looks()} looks at ${lines} lines`);
    assert.deepEqual(
      (await chaptersOf(suite.db, id)).map((each) => each.quotes.map(({ quote }) => quote)),
      numbered(chapters, (n) => [corrected(n), corrected(lines - 1 - n)]),
      'and those that no engine can have cut are not quotes any more',
    );
    const words = await suite.db.selectFrom('highlights').select('words').orderBy('start_s').execute();
    assert.deepEqual(
      words.map((row) => row.words),
      numbered(highlights, (n) => corrected(n * 4)),
    );
  });
});
