import assert from 'node:assert/strict';
import { before, it, describe, after } from 'node:test';
import { glossaryRoutes, type TermSuggestion, type Term } from '@lectern/contract/transcripts/glossary';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { videoRoutes, type VideoDetail } from '@lectern/contract/videos/videos';
import { describeRecordings, describeServer } from '../../../../test/describe-server.ts';
import { type TestMember, eventually } from '../../../../test/member.ts';
import { expectRefusal, refuses } from '../../../../test/refusals.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { dropRowsOfDeleted } from '../../../platform/database/rows-of-videos.ts';
import { sweepGlossary } from './store.ts';
import { replacedWords } from './replaced-words.ts';
import { createRewriter, type Rule } from './rewriter.ts';
import '../../../../test/system-ffmpeg.ts';
import { rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { startFaultServer } from '../../../../test/fault-server.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { openAiAnswer } from '../../../../test/speech/provider-answers.ts';
import { spokenRecording } from '../../../../test/speech/recogniser.ts';
import { rerunFrom } from '../../videos/pipeline.ts';

describeRecordings('the glossary', ['webinar'], { now: new Date() }, (suite) => {
  let member: TestMember;
  let id: string;
  before(() => {
    ({
      member,
      webinar: { id },
    } = suite);
  });

  const add = async (term: string, ...wrong: string[]): Promise<Term> =>
    (await member.call(glossaryRoutes.addTerm, { term, wrong })).data;
  const remove = (term: Pick<Term, 'id'>, removed = true) =>
    member.call(glossaryRoutes.removeTerm, { id: term.id, removed });
  const glossary = async (whose = member) => (await whose.call(glossaryRoutes.glossary, undefined)).data;
  const terms = async () => (await glossary()).terms.map(({ term, wrong }) => [term, wrong]);
  const offers = async () => (await glossary()).offers;
  const clear = async (): Promise<void> => {
    for (const term of (await glossary()).terms) await remove(term);
  };
  const edit = async (n: number, from: string, to: string): Promise<TermSuggestion | undefined> => {
    const cue = webvttCues((await fetchAsset(member, id)).vtt)[n]!;
    assert.ok(cue.text.includes(from), cue.text);
    const change = { passthrough: id, n, start: cue.start, before: cue.text, text: cue.text.replace(from, to) };
    return (await member.call(transcriptRoutes.editCue, change)).offer;
  };

  it('keeps terms by the alphabet, each wrong form once, on one line', async () => {
    await add('Zürich');
    const forms = ['assembly  ai', 'Assembly AI', 'AssemblyAI', 'assembly\nA.I.', ' assemblyai'];
    await add('  AssemblyAI ', ...forms);
    await add('Müller & <Söhne>', '.*', "'; drop table users; --");
    assert.deepEqual(await terms(), [
      ['AssemblyAI', ['Assembly AI', 'assembly A.I.', 'assemblyai']],
      ['Müller & <Söhne>', ['.*', "'; drop table users; --"]],
      ['Zürich', []],
    ]);
    await clear();
  });

  it('takes no form twice, and no two terms that undo each other', async () => {
    await add('Alpha', 'Beta');
    for (const [term, ...wrong] of [['beta', 'Alpha'], ['ALPHA'], ['Gamma', 'BETA'], ['Gamma', 'alpha']] as const) {
      const refusal = await expectRefusal(add(term, ...wrong));
      assert.deepEqual([refusal.status, refusal.code], [409, 'form_taken'], `${term} for ${wrong.join()}`);
    }
    const gamma = await add('Gamma', 'Delta');
    await remove(gamma);
    await add('Delta');
    assert.equal((await expectRefusal(remove(gamma, false))).code, 'form_taken');
    await clear();
  });

  it('refuses what is empty or too much', async () => {
    for (const [term, ...wrong] of [['\u200B'], ['x', '']])
      assert.equal((await expectRefusal(add(term!, ...wrong))).status, 400);
    await suite.db
      .insertInto('glossary_terms')
      .values(Array.from({ length: 498 }, (_, n) => ({ workspace_id: member.session.id, term: `Term ${n}` })))
      .execute();
    const made = await Promise.allSettled(['one', 'two', 'three', 'four'].map((term) => add(term)));
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 2);
    await refuses(add('five'), 'terms_too_many');
    const [first] = (await glossary()).terms;
    await remove(first!);
    await add('five');
    await refuses(remove(first!, false), 'terms_too_many');
    await suite.db.deleteFrom('glossary_terms').execute();
  });

  it('restores a removed term for an hour, and only for its owner', async () => {
    const { stranger } = suite;
    const term = await add('AssemblyAI', 'assembly ai');
    await remove(term);
    assert.deepEqual(await terms(), []);
    suite.clock.at = new Date(suite.now().getTime() + 3_500_000);
    await sweepGlossary(suite.world);
    await remove(term, false);
    assert.deepEqual(await terms(), [['AssemblyAI', ['assembly ai']]]);
    assert.deepEqual(await glossary(stranger), { terms: [], offers: [] });
    const { id: termId, term: words, wrong } = term;
    const theirs = { id: termId, term: 'Mine', wrong: [], before: { term: words, wrong } };
    await refuses(stranger.call(glossaryRoutes.changeTerm, theirs), 'not_found');
    await refuses(stranger.call(glossaryRoutes.removeTerm, { id: termId, removed: true }), 'not_found');
    await remove(term);
    suite.clock.at = new Date(suite.now().getTime() + 3_700_000);
    await sweepGlossary(suite.world);
    await refuses(remove(term, false), 'not_found');
  });

  it('offers a term, when the same correction is made in several cues', async () => {
    assert.equal(await edit(5, 'customers', 'Zeppelinists'), undefined);
    const offer = { wrong: 'customers', term: 'Zeppelinists', times: 2 };
    assert.deepEqual(await edit(8, 'customers', 'Zeppelinists'), offer);
    assert.deepEqual(await offers(), [offer]);
    // A correction that is taken back is none, and one that is made twice in a line is one.
    await edit(8, 'Zeppelinists', 'customers');
    assert.deepEqual(await offers(), []);
    await edit(5, 'Zeppelinists', 'customers');
    assert.equal(await edit(5, 'customers', 'Zeppelinists'), undefined);
    await edit(8, 'customers', 'Zeppelinists');
    assert.equal((await offers()).length, 1);
    const { wrong, term } = offer;
    assert.deepEqual((await member.call(glossaryRoutes.takeOffer, { wrong, term })).data.wrong, ['customers']);
    assert.deepEqual([await offers(), await terms()], [[], [['Zeppelinists', ['customers']]]]);
    await edit(7, 'buyer', 'Zeppelinists');
    await edit(24, 'buyers', 'Käufer');
    assert.deepEqual(await offers(), []);
    const taken = await member.call(glossaryRoutes.takeOffer, { wrong: 'buyer', term: 'Zeppelinists' });
    assert.deepEqual(taken.data.wrong, ['customers', 'buyer']);
    await clear();
  });

  it('offers nothing again that was dismissed, and nothing of a deleted recording', async () => {
    assert.equal((await offers())[0]?.wrong, 'customers');
    await member.call(glossaryRoutes.dismissOffer, { wrong: 'customers', term: 'Zeppelinists' });
    assert.deepEqual(await offers(), []);
    assert.equal((await edit(27, 'buyers', 'Käufer'))?.wrong, 'buyers');
    assert.deepEqual(await offers(), [{ wrong: 'buyers', term: 'Käufer', times: 2 }]);
    await member.call(videoRoutes.delete, { id });
    assert.deepEqual(await offers(), []);
    const kysely = suite.db;
    const left = () => kysely.selectFrom('corrections').selectAll().execute();
    assert.deepEqual(await left(), []);
    // As a program leaves it that does not know the table.
    const correction = { workspace_id: member.session.id, video_id: id, start_s: 1, key: 'a', wrong: 'a', term: 'b' };
    await kysely.insertInto('corrections').values(correction).execute();
    await dropRowsOfDeleted(kysely, new Date(0));
    assert.deepEqual(await left(), []);
  });
});

const rules: Rule[] = [
  { term: 'AssemblyAI', wrong: ['assembly ai', 'Assembly A.I.', 'assemblyai'] },
  { term: 'AI', wrong: ['a i'] },
];
const rewrite = createRewriter(rules);

describe('a glossary', () => {
  it('replaces its wrong forms in any case, where they are words of their own', () => {
    for (const [before, after] of [
      ['We use Assembly AI.', 'We use AssemblyAI.'],
      ['ASSEMBLY  AI, assembly\nai', 'AssemblyAI, AssemblyAI'],
      ['Assembly A.I. it is', 'AssemblyAI it is'],
      ['Assembly AI’s price', 'AssemblyAI’s price'],
      ['assemblyai and AssemblyAI', 'AssemblyAI and AssemblyAI'],
      ['(assembly ai)', '(AssemblyAI)'],
      ['disassembly ai, assembly aid', 'disassembly ai, assembly aid'],
      ['assembly, ai; assembly-ai', 'assembly, ai; assembly-ai'],
      ['', ''],
    ] as const)
      assert.equal(rewrite(before), after);
  });

  it('takes the signs of regular expressions and of databases for what they are', () => {
    const odd = createRewriter([
      { term: 'C++', wrong: ['c plus plus', 'C+ +'] },
      { term: '$& \\1 $1', wrong: ['.*', '(a|b)+', '[x'] },
      { term: '100 %', wrong: ['100%_'] },
    ]);
    assert.equal(odd('c plus plus and C+ +, not caplus'), 'C++ and C++, not caplus');
    assert.equal(odd('anything but .* and (a|b)+ [x'), 'anything but $& \\1 $1 and $& \\1 $1 $& \\1 $1');
    assert.equal(odd('100%_ of 100%'), '100 % of 100%');
    assert.equal(odd('aaaa ab'), 'aaaa ab');
  });

  it('leaves a text that it has rewritten as it is, also where terms hold wrong forms', () => {
    const growing = createRewriter([
      { term: 'Assembly AI', wrong: ['AI'] },
      { term: 'x x', wrong: ['x'] },
      { term: 'b c', wrong: ['a'] },
      { term: 'Q', wrong: ['u b'] },
    ]);
    const once = growing('AI and assembly ai, x y x, a, ai');
    assert.equal(once, 'Assembly AI and assembly ai, x x y x x, b c, Assembly AI');
    let text = 'u a x AI x x AI u b';
    for (let n = 0; n < 5; n += 1) text = growing(text);
    assert.equal(growing(text), text);
    assert.ok(text.length < 60, text);
  });

  it('goes on until nothing is left to replace, so that a second time changes nothing', () => {
    const chained = createRewriter([
      { term: 'X', wrong: ['Y W'] },
      { term: 'V', wrong: ['X Z'] },
      { term: 'Foo', wrong: ['Foo Bar'] },
    ]);
    for (const [before, after] of [
      ['Y W Z', 'V'],
      ['a foo bar bar, y w', 'a Foo, X'],
      [`Foo${' Bar'.repeat(20)}`, 'Foo'],
    ] as const)
      assert.deepEqual([chained(before), chained(after)], [after, after]);
    const endless = `Foo${' Bar'.repeat(100)}`;
    assert.equal(chained(endless), endless, 'what does not settle stays');
  });

  it('lets a longer form win over a term within it, and spares what other terms hold', () => {
    assert.equal(rewrite('assembly ai'), 'AssemblyAI');
    const sparing = createRewriter([{ term: 'Intelligence', wrong: ['ai'] }], ['Open AI']);
    assert.equal(sparing('ai by Open AI'), 'Intelligence by Open AI');
  });

  it('finds words in Chinese, Japanese, Korean and Thai, and none in the midst of others', () => {
    const abroad = createRewriter([
      { term: '張偉', wrong: ['章偉'] },
      { term: 'India', wrong: ['中国'] },
      { term: 'エーアイ', wrong: ['アイ'] },
      { term: '어셈블리', wrong: ['어샘블리'] },
      { term: 'กรุงเทพ', wrong: ['กรุงเทบ'] },
      { term: 'Straße', wrong: ['Strasse'] },
    ]);
    for (const [before, after] of [
      ['我認識章偉先生', '我認識張偉先生'],
      ['发展中国家在中国', '发展中国家在India'],
      ['アイスとアイ', 'アイスとエーアイ'],
      ['어샘블리를 씁니다. 대어샘블리', '어셈블리를 씁니다. 대어샘블리'],
      ['그 어샘블리', '그 어셈블리'],
      ['ไปกรุงเทบ', 'ไปกรุงเทพ'],
      ['使用STRASSE的', '使用Straße的'],
    ] as const)
      assert.equal(abroad(before), after);
  });

  it('takes the same letters for the same, however they are put together', () => {
    const cafe = createRewriter([{ term: 'Café Zürich', wrong: ['cafe\u0301 zu\u0308rich ag'.normalize('NFC')] }]);
    assert.equal(cafe('the Cafe\u0301 Zu\u0308rich AG here'), 'the Café Zürich here');
    assert.equal(createRewriter([{ term: '👩‍💻 dev', wrong: ['👩 dev'] }])('👩‍💻 dev, 👩 dev'), '👩‍💻 dev, 👩‍💻 dev');
  });
});

describe('what was put right in a line', () => {
  const lines: readonly [before: string, after: string, ...corrections: [wrong: string, term: string][]][] = [
    ['we use assembly ai here', 'we use AssemblyAI here', ['assembly ai', 'AssemblyAI']],
    ['we use kubernetes.', 'we use Kubernetes.', ['kubernetes', 'Kubernetes']],
    ['open a i', 'OpenAI', ['open a i', 'OpenAI']],
    [
      'Ana Lyse now and cross crown',
      'analyse now and Chris Crown',
      ['Ana Lyse', 'analyse'],
      ['cross crown', 'Chris Crown'],
    ],
    ['人工只能很重要', '人工智能很重要', ['只能', '智能']],
    // Changed signs, the case of a sentence, words added or removed and whole new sentences are none.
    ['hello world', 'hello, world!'],
    ['The thing', 'the thing'],
    ['It ends. but goes on', 'It ends. But goes on'],
    ['we use it', 'we use it now'],
    ['we really use it', 'we use it'],
    ['one two three four five six seven', 'eight nine ten eleven twelve thirteen fourteen'],
    ['same', 'same'],
  ];
  for (const [before, after, ...corrections] of lines)
    it(`finds which words were replaced, when ${before} became ${after}`, () => {
      const found = replacedWords(before, after).map(({ wrong, term }) => [wrong, term]);
      assert.deepEqual(found, corrections);
    });
});

describe('the glossary in a new transcript', () => {
  let provider: Awaited<ReturnType<typeof startFaultServer>>;
  before(async () => {
    provider = await startFaultServer(() => ({ body: JSON.stringify(openAiAnswer) }));
  });
  after(() => provider?.close());
  const env = () => ({ SPEECH: 'openai', SPEECH_API_KEY: 'a key', SPEECH_BASE_URL: provider.url });

  describeServer('a server with a speech provider', { env }, (suite) => {
    let member: TestMember;
    let id: string;
    before(async () => {
      member = await suite.signUp();
      await member.call(glossaryRoutes.addTerm, { term: 'Lectern Live', wrong: ['the webinar'] });
      await member.call(glossaryRoutes.addTerm, { term: 'ChapterQueen', wrong: ['chapters', 'narrow segment'] });
    });

    const lines = ({ vtt }: VideoDetail): string =>
      webvttCues(vtt)
        .map(({ text }) => text)
        .join(' ');
    const noteOf = ({ steps }: VideoDetail): string | null | undefined =>
      steps.find(({ step }) => step === 'transcript')?.note;

    it('sends the glossary to the recogniser and applies it to the transcript before further steps', async () => {
      id = await uploadFile(member, spokenRecording);
      const made = await waitUntilProcessed(member, id);
      assert.equal(
        lines(made),
        'Welcome to Lectern Live. Today we talk about end-to-end testing, and "ChapterQueen". Thank you!',
      );
      const [asked] = provider.asked;
      assert.match(asked!.body.toString('latin1'), /name="prompt"\r\n\r\nChapterQueen, Lectern Live\r\n/);
      const { data } = await member.call(videoRoutes.search, { userId: member.session.id, keyword: 'lectern live' });
      assert.ok(data.length > 0);
      assert.deepEqual([made.chapters_outdated, noteOf(made)?.includes('glossary')], [false, false]);
    });

    it('stays as a person left it when the transcript is made again', async () => {
      const asset = await waitUntilProcessed(member, id);
      const n = webvttCues(asset.vtt).findIndex(({ text }) => text.includes('Lectern Live'));
      const cue = webvttCues(asset.vtt)[n]!;
      const text = cue.text.replace('Lectern Live', 'the webinar');
      await member.call(transcriptRoutes.editCue, { passthrough: id, n, start: cue.start, before: cue.text, text });
      await suite.world.database.transaction((tx) => rerunFrom(suite.world, tx, id, 'transcript'));
      const again = await waitUntilProcessed(member, id);
      assert.match(lines(again), /^Welcome to the webinar\. .*"ChapterQueen"/);
    });

    it('changes no captions that a person gave, and says what it would change', async () => {
      const given = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
      const made = await waitUntilProcessed(member, given);
      assert.match(lines(made), /pick one narrow segment/);
      assert.equal(noteOf(made), 'from your caption file; your glossary spells one line differently');
      const { data } = await member.call(rewriteRoutes.look, {});
      const found = await eventually(async () => {
        const { data: now } = await member.call(rewriteRoutes.rewrite, { id: data.id });
        return now.state === 'ready' ? now : undefined;
      }, 'the look');
      assert.ok(found.recordings.some(({ passthrough }) => passthrough === given));
    });
  });
});
