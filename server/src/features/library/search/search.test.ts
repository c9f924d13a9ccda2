import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type SearchMatch, videoRoutes } from '@lectern/contract/videos/videos';
import type { TestMember } from '../../../../test/member.ts';
import { chapterLength, cueLength, storeTexts, type StoredTexts } from '../../../../test/stored-texts.ts';
import { describeServer } from '../../../../test/describe-server.ts';

describeServer('the search through a library', { databases: 'both' }, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  const store = (texts: StoredTexts, owner = member): Promise<string> => storeTexts(suite.world, owner, texts);
  const forget = () => suite.db.deleteFrom('videos').where('user_id', '=', member.session.id).execute();
  const search = async (keyword: string): Promise<SearchMatch[]> =>
    (await member.call(videoRoutes.search, { userId: member.session.id, keyword })).data;

  /** A word in each field alone, in the order in which fields are looked at. */
  const fields: readonly [SearchMatch['match_case'], StoredTexts, string, Partial<SearchMatch>][] = [
    ['title', { title: 'The Heron at dawn' }, 'heron', { highlight: 'The Heron at dawn', start: null, chapter: null }],
    ['description', { description: 'On a HERON.' }, 'heron', { highlight: 'On a HERON.' }],
    ['assetId', { assetId: 'aaa-heron-aaa' }, 'heron-a', { highlight: 'aaa-heron-aaa' }],
    ['thumbnail', { playbackId: 'bbb-heron-bbb', pictured: true }, 'heron-b', { highlight: 'bbb-heron-bbb' }],
    ['captionsTrackId', { captionsTrackId: 'ccc-heron-ccc' }, 'heron-c', { highlight: 'ccc-heron-ccc' }],
    [
      'transcript',
      { said: ['We wait.', 'There is the Heron.', 'It flies.', 'Gone.'] },
      'heron',
      { highlight: 'We wait. There is the Heron. It flies.', start: cueLength },
    ],
    ['playback_id', { playbackId: 'ddd-heron-ddd' }, 'heron-d', { highlight: 'ddd-heron-ddd' }],
    [
      'chapter title',
      { chapters: [{}, { title: 'Heron time' }] },
      'heron',
      { highlight: 'Heron time', start: chapterLength },
    ],
    ['chapter summary', { chapters: [{ summary: 'A heron comes.' }] }, 'heron', { highlight: 'A heron comes.' }],
    ['chapter quote', { chapters: [{ quote: 'I saw a heron.' }] }, 'heron', { highlight: 'I saw a heron.' }],
  ];

  for (const [field, texts, keyword, expected] of fields)
    it(`finds a word of ${field} in any case`, async () => {
      const id = await store(texts);
      for (const typed of [keyword, keyword.toUpperCase(), ` ${keyword} `]) {
        const [match, ...others] = await search(typed);
        assert.deepEqual([match?.id, match?.match_case, others], [id, field, []], typed);
        for (const [name, value] of Object.entries(expected))
          assert.deepEqual(match![name as keyof SearchMatch], value, name);
      }
      await forget();
    });

  it('reports only the first field of a video, and looks at chapters only when nothing else matched', async () => {
    // From the whole, one field after the other is taken away.
    const whole = {
      title: 'heron',
      description: 'heron',
      said: ['heron'],
      chapters: [{ title: 'heron', summary: 'heron', quote: 'heron' }],
    };
    const steps: readonly [SearchMatch['match_case'], StoredTexts][] = [
      ['title', whole],
      ['description', { ...whole, title: 'x' }],
      ['transcript', { ...whole, title: 'x', description: 'x' }],
      ['chapter title', { chapters: whole.chapters }],
      ['chapter summary', { chapters: [{ summary: 'heron', quote: 'heron' }] }],
      ['chapter quote', { chapters: [{ quote: 'heron' }] }],
    ];
    for (const [field, texts] of steps) {
      await store(texts);
      assert.deepEqual(
        (await search('heron')).map(({ match_case }) => match_case),
        [field],
      );
      await forget();
    }
  });

  it('looks at the identifiers in the order of the specification, the transcript among them', async () => {
    // The same letters everywhere; the later fields are left when the earlier ones are taken away.
    const all = {
      assetId: 'heron-asset',
      playbackId: 'heron-playback',
      pictured: true,
      captionsTrackId: 'heron-captions',
      said: ['heron-said'],
      chapters: [{ title: 'heron-chapter' }],
    };
    const { assetId: _, ...withoutAsset } = all;
    const withoutPicture = { ...withoutAsset, pictured: false };
    const { captionsTrackId: _track, ...withoutTrack } = withoutPicture;
    const { playbackId: _playback, ...withoutPlayback } = { ...withoutTrack, said: [] };
    const order: readonly [SearchMatch['match_case'], StoredTexts][] = [
      ['title', { ...all, title: 'heron-title', description: 'heron-' }],
      ['description', { ...all, description: 'heron-' }],
      ['assetId', all],
      ['thumbnail', withoutAsset],
      ['captionsTrackId', withoutPicture],
      ['transcript', withoutTrack],
      ['playback_id', { ...withoutTrack, said: [] }],
      ['chapter title', withoutPlayback],
    ];
    for (const [field, texts] of order) {
      await store(texts);
      assert.deepEqual(
        (await search('heron-')).map(({ match_case }) => match_case),
        [field],
      );
      await forget();
    }
  });

  it('finds the first place of a word, whether it stands everywhere or once and late', async () => {
    const said = Array.from({ length: 200 }, (_, n) => (n === 150 ? 'At last the heron.' : 'We are waiting.'));
    await store({ said });
    const starts = async (keyword: string) => (await search(keyword)).map(({ start }) => start);
    assert.deepEqual(await starts('waiting'), [0]);
    assert.deepEqual(await starts('heron'), [150 * cueLength]);
    assert.deepEqual(await starts('waiting. at last'), [149 * cueLength]);
    await forget();
  });

  it('names the chapter in which a word is said', async () => {
    const said = Array.from({ length: 30 }, (_, n) => (n === 20 ? 'Here is the heron.' : 'Nothing.'));
    await store({ said, chapters: [{ title: 'First' }, { title: 'Second' }] });
    const [match] = await search('heron');
    assert.deepEqual([match!.start, match!.chapter], [80, 'Second']);
    await forget();
  });

  it('finds a phrase that runs over the end of a cue, at its beginning', async () => {
    await store({ said: ['Before.', 'There is the grey', 'heron in the reeds.', 'After.'] });
    const [match] = await search('grey heron');
    assert.deepEqual([match?.match_case, match?.start], ['transcript', cueLength]);
    await forget();
  });

  it('finds accents however they are written: a Mac names files by letters and marks', async () => {
    const id = await store({ title: 'M\u00fcnchner Caf\u00e9'.normalize('NFD') });
    for (const typed of ['m\u00fcnchner', 'caf\u00e9', 'cafe\u0301'])
      assert.deepEqual(
        (await search(typed)).map((match) => match.id),
        [id],
        typed,
      );
  });

  it('takes signs for themselves, and wants more than one', async () => {
    await store({ title: 'It is 100% sure_thing \\ done', said: ['plain'], chapters: [{ summary: '50%_off' }] });
    for (const keyword of ['100%', 'sure_thing', '\\ done']) assert.equal((await search(keyword)).length, 1, keyword);
    for (const keyword of ['1%0', 'sure-thing', 'i_ 100', 'pl%n', 'a', '']) assert.deepEqual(await search(keyword), []);
    await forget();
    // The same in what is said and in chapters, each with a text that a pattern would find.
    const late = Array.from({ length: 70 }, () => 'nothing');
    for (const texts of [
      (text: string): StoredTexts => ({ said: [text] }),
      (text: string): StoredTexts => ({ said: [...late, text] }),
      (text: string): StoredTexts => ({ chapters: [{ title: text }] }),
      (text: string): StoredTexts => ({ chapters: [{ summary: text }] }),
      (text: string): StoredTexts => ({ chapters: [{ quote: text }] }),
    ]) {
      await store(texts('About 50 percent of snakeXcase, nothing more.'));
      const right = await store(texts('About 50% of snake_case and C:\\temp, they said "no more", Ärger.'));
      for (const keyword of ['50%', '0% o', 'snake_case', 'e_c', 'c:\\temp', '"no more"', 'said "n', 'ÄRGER'])
        assert.deepEqual(
          (await search(keyword)).map(({ id }) => id),
          [right],
          `${keyword} in ${JSON.stringify(texts('…'))}`,
        );
      for (const keyword of ['5%f', 's_a_e', '\\\\temp', '\\"no', 'e\\_c'])
        assert.deepEqual(await search(keyword), [], keyword);
      await forget();
    }
  });

  it('tells the other places of a video too: the first ones in order, and how many there are', async () => {
    const other = await suite.signUp();
    await store({ title: 'heron of another', said: ['heron'] }, other);
    await store({ title: 'heron', said: ['nothing'] });
    const id = await store({
      title: 'heron again',
      said: Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? `A heron, for the time ${n}.` : 'Then it waits.')),
      chapters: [{ title: 'Birds' }, { title: 'A heron lands', quote: 'I saw a heron.' }],
    });
    const ask = async (keyword: string) =>
      (await member.call(videoRoutes.moments, { userId: member.session.id, keyword })).data;
    for (const keyword of ['heron', ' HERON ']) {
      const [found, ...others] = await ask(keyword);
      assert.deepEqual([found?.uploadId, found?.total, others], [id, 22, []]);
      assert.deepEqual(
        found?.moments.map(({ field, start, chapter }) => [field, start, chapter]),
        [0, 2, 4, 6, 8].map((n) => ['transcript', n * cueLength, 'Birds']),
      );
    }
    // For two adjacent cues the first passage shows both, and no cue appears twice.
    const close = await store({
      title: 'close',
      said: ['Once.', 'A plover.', 'A plover.', 'Twice.', 'A plover.', 'End.'],
    });
    const [found] = await ask('plover');
    assert.deepEqual([found?.uploadId, found?.total], [close, 2]);
    assert.deepEqual(
      found?.moments.map(({ text }) => text),
      ['Once. A plover. A plover.', 'Twice. A plover. End.'],
    );
    assert.deepEqual(await ask('h'), []);
    assert.equal(
      await member.call(videoRoutes.moments, { userId: other.session.id, keyword: 'heron' }).catch(() => 'refused'),
      'refused',
    );
    await forget();
  });

  it('finds nothing deleted or of other members, and keeps the order of the library', async () => {
    const other = await suite.signUp();
    await store({ title: 'heron of another' }, other);
    const first = await store({ title: 'heron one' });
    const second = await store({ said: ['heron two'] });
    const gone = await store({ title: 'heron gone' });
    await suite.db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
    await suite.db
      .updateTable('videos')
      .set({ created_at: new Date(0) })
      .where('id', '=', first)
      .execute();
    assert.deepEqual(
      (await search('heron')).map(({ id }) => id),
      [second, first],
    );
    await forget();
  });
});
