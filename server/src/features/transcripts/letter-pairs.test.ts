import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { buildSearchWays, folding, foldText } from '@lectern/contract/rules/folded-text';
import { describeServer } from '../../../test/describe-server.ts';
import type { TestMember } from '../../../test/member.ts';
import { cueLength, storeTexts } from '../../../test/stored-texts.ts';
import { sweepSearch } from '../library/search/fold-texts.ts';
import { buildCueSearchTexts, changeTexts, cuesOf } from './cues.ts';
import { candidatesOf } from './letter-pairs.ts';
import { linesOfEach } from './search-query.ts';

/** Lines of every kind of script, of blanks and numbers that go on in the next line, and of sounds. */
const said = [
  'So the plan, plan B, costs 1',
  '000 000 euros in Q4, at 5',
  '% of it.',
  '[Music]',
  'C# or C++? x',
  '東京都の予算は水です',
  'それから川へ行く',
  '새로운 기능이 있다',
  'Ёмкость рынка — 50 %',
  'go on',
  'a 😀 b',
  'y',
];

describeServer('the index of letters that stand side by side', { databases: 'both' }, (suite) => {
  let owner: TestMember;
  before(async () => {
    owner = await suite.signUp();
  });
  const store = () => storeTexts(suite.world, owner, { said });
  const wayOf = (text: string) => ({ words: [text], areWords: false, but: [] });
  const unindexed = async (id: string) => (await candidatesOf(suite.db, [id], [wayOf('go')]))[0]!.unindexed;
  const placesOf = async (id: string, text: string) =>
    (await linesOfEach(suite.db, [id], wayOf(text), 100)).map(({ n }) => n);

  it('finds every stretch of what is said where it begins, and nothing else', async () => {
    const id = await store();
    const texts = buildCueSearchTexts(await cuesOf(suite.db, id)).map(({ text, own }) => ({
      letters: Array.from(text),
      own,
    }));
    const stretches = new Set(
      texts.flatMap(({ letters, own }) =>
        Array.from({ length: own }, (_, from) => from).flatMap((from) =>
          [1, 2, 3, 4, 9].map((length) => letters.slice(from, from + length).join('')),
        ),
      ),
    );
    for (const stretch of [...stretches, 'qj', 'q', '川水', 'plan c'].filter((each) => each.trim() === each)) {
      const length = Array.from(stretch).length;
      const expected = texts.flatMap(({ letters, own }, n) =>
        Array.from({ length: own }, (_, from) => letters.slice(from, from + length).join('')).includes(stretch)
          ? [n]
          : [],
      );
      const candidates = (await candidatesOf(suite.db, [id], [wayOf(stretch)]))[0]!.places.get(id) ?? [];
      assert.deepEqual(
        expected.filter((n) => !candidates.includes(n)),
        [],
        stretch,
      );
      assert.deepEqual(await placesOf(id, stretch), expected, stretch);
    }
    assert.deepEqual(await unindexed(id), []);
  });

  it('tells just the lines with two letters, when they stand in few', async () => {
    const id = await store();
    for (const [letters, lines] of [
      ['q4', [1]],
      ['qj', []],
      ['c#', [4]],
    ] as const)
      assert.deepEqual((await candidatesOf(suite.db, [id], [wayOf(letters)]))[0]!.places.get(id) ?? [], lines, letters);
  });

  it('finds words that stand in lines beside each other', async () => {
    const id = await store();
    const ways = buildSearchWays('q4 plan b');
    const found = await Promise.all(ways.map((way) => linesOfEach(suite.db, [id], way, 100)));
    assert.deepEqual(
      found.flat().map(({ start_s }) => start_s),
      [0],
    );
  });

  it('finds the new words of a line, when a person corrects it', async () => {
    const id = await store();
    const cues = await cuesOf(suite.db, id);
    cues[9] = { ...cues[9]!, text: 'qj' };
    await suite.world.database.transaction((tx) => changeTexts(tx, id, [9], cues));
    assert.deepEqual(await placesOf(id, 'qj'), [9]);
    assert.deepEqual(await placesOf(id, 'qj a'), [9]);
    assert.deepEqual(await placesOf(id, 'go'), []);
    assert.deepEqual(await unindexed(id), []);
  });

  it('leaves what an older program changes to the next sweep, and finds it meanwhile', async () => {
    const id = await store();
    await suite.db.updateTable('videos').set({ folding }).where('id', '=', id).execute();
    await suite.db.updateTable('cues').set({ speaker: 'Ada' }).where('video_id', '=', id).execute();
    assert.deepEqual(await unindexed(id), []);
    await suite.db
      .updateTable('cues')
      .set({ search_text: foldText('Zebra zz. a'), span_own: 9 })
      .where('video_id', '=', id)
      .where('start_s', '=', 9 * cueLength)
      .execute();
    assert.deepEqual(await unindexed(id), [id]);
    assert.deepEqual(await placesOf(id, 'zz'), [9]);
    await sweepSearch(suite.world);
    assert.deepEqual(await unindexed(id), []);
    assert.deepEqual(await placesOf(id, 'zz'), [9]);
  });
});
