import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { foldText } from '@lectern/contract/rules/folded-text';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeServer } from '../../../../test/describe-server.ts';
import type { TestMember } from '../../../../test/member.ts';
import { storeTexts } from '../../../../test/stored-texts.ts';
import { cuesOf } from '../../transcripts/cues.ts';
import { sweepSearch } from './fold-texts.ts';
import { indexSearchKeys, recordingsThatMayHold } from './search-keys.ts';

describeServer('the keys by which recordings are searched', { databases: 'both' }, (suite) => {
  let owner: TestMember;
  before(async () => {
    owner = await suite.signUp();
  });
  const mayHold = async (id: string, words: string) => {
    const way = { words: [words], areWords: false, but: [] };
    return (await recordingsThatMayHold(suite.db, owner.session.id, [way]))[0]!.has(id);
  };
  const search = async (keyword: string) =>
    (await owner.call(videoRoutes.search, { userId: owner.session.id, keyword })).data.map(({ id }) => id);
  const staleOf = async (id: string) =>
    (await suite.db.selectFrom('search_keys').select('is_stale').where('video_id', '=', id).executeTakeFirstOrThrow())
      .is_stale;

  it('know every stretch of every text, in any script', async () => {
    const said = [
      'So the plan, plan B, costs 1',
      '000 000 euros.',
      '東京都の予算は水です',
      'ภาษาไทยไม่มี',
      '새로운 기능',
      'a 😀 b',
      'C#',
    ];
    const id = await storeTexts(suite.world, owner, {
      title: 'Ёмкость рынка',
      description: 'Sold at 50 %',
      said,
      chapters: [{ title: 'Heron', summary: 'It flies.', quote: 'I saw one.' }],
      slide: 'Ärger mit Übergrößen',
    });
    assert.equal(await staleOf(id), false);
    const spans = await suite.db.selectFrom('cues').select('search_text').where('video_id', '=', id).execute();
    const texts = [
      ...spans.map(({ search_text }) => search_text!),
      ...['Ёмкость рынка', 'Sold at 50 %', 'Heron', 'It flies.', 'I saw one.', 'Ärger mit Übergrößen'].map(foldText),
    ];
    for (const letters of texts.map((text) => Array.from(text)))
      for (const from of letters.keys())
        for (const length of [1, 2, 3, 4, 5, 6, 12]) {
          const stretch = letters.slice(from, from + length).join('');
          assert.ok(await mayHold(id, stretch), stretch);
        }
    for (const other of ['xylophone', 'qj', '川水', 'plans b', 'heronry'])
      assert.ok(!(await mayHold(id, other)), other);
  });

  it('find a text at once and after the sweep, when it was written without them', async () => {
    const writes: readonly (readonly [word: string, write: (id: string) => Promise<unknown>])[] = [
      ['bittern', (id) => suite.db.updateTable('videos').set({ title: 'A bittern' }).where('id', '=', id).execute()],
      [
        'plover',
        (id) =>
          suite.db
            .updateTable('cues')
            .set({ text: 'A plover', search_text: 'a plover' })
            .where('video_id', '=', id)
            .execute(),
      ],
      [
        'curlew',
        (id) =>
          sql`update chapters set folded = array['a curlew', ''], title = 'A curlew' where video_id = ${id}`.execute(
            suite.db,
          ),
      ],
      [
        'avocet',
        (id) =>
          suite.db
            .updateTable('slides')
            .set({ text: 'An avocet', folded: 'an avocet' })
            .where('video_id', '=', id)
            .execute(),
      ],
      [
        'godwit',
        (id) =>
          sql`insert into highlights (video_id, start_s, end_s, words, folded_words, note, folded_note)
            values (${id}, 0, 1, 'A godwit', 'a godwit', '', '')`.execute(suite.db),
      ],
    ];
    for (const [word, write] of writes) {
      const id = await storeTexts(suite.world, owner, { said: ['Nothing.'], chapters: [{}], slide: 'Nothing' });
      assert.deepEqual([await staleOf(id), await search(word)], [false, []], word);
      await write(id);
      assert.deepEqual([await staleOf(id), await search(word)], [true, [id]], word);
      await sweepSearch(suite.world);
      assert.deepEqual([await staleOf(id), await search(word)], [false, [id]], word);
    }
  });

  it('stay, when what changes is no text', async () => {
    const id = await storeTexts(suite.world, owner, { said: ['Nothing.'] });
    await suite.db.updateTable('videos').set({ duration: 700 }).where('id', '=', id).execute();
    await suite.db.updateTable('cues').set({ speaker: 'Ada' }).where('video_id', '=', id).execute();
    assert.equal(await staleOf(id), false);
  });

  it('miss no text, when it comes while they are gathered', async () => {
    const id = await storeTexts(suite.world, owner, { said: ['Nothing.'] });
    const gathered = Promise.withResolvers<void>();
    const written = suite.world.database.transaction(async (tx) => {
      await indexSearchKeys(tx, id);
      gathered.resolve();
      await cuesOf(tx, id);
    });
    await gathered.promise;
    await suite.db.updateTable('videos').set({ title: 'A lapwing' }).where('id', '=', id).execute();
    await written;
    assert.deepEqual([await staleOf(id), await search('lapwing')], [true, [id]]);
  });

  it('find a recording still, when it has more runs of letters than are kept', async () => {
    const many = (from: number) =>
      Array.from({ length: 200 }, (_, n) => ((from * 200 + n) * 2_654_435_761).toString(36)).join(' ');
    const id = await storeTexts(suite.world, owner, { said: Array.from({ length: 80 }, (_, n) => many(n)) });
    const { n } = await sql<{ n: number }>`select cardinality(keys) as n from search_keys where video_id = ${id}`
      .execute(suite.db)
      .then(({ rows }) => rows[0]!);
    assert.equal(n, 1);
    assert.deepEqual(await search(many(79).slice(0, 30)), [id]);
  });
});
