import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { glossaryRoutes, type TermSuggestion, type Term } from '@lectern/contract/transcripts/glossary';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeRecordings } from '../../../../test/describe-server.ts';
import type { TestMember } from '../../../../test/member.ts';
import { expectRefusal, refuses } from '../../../../test/refusals.ts';
import { fetchAsset } from '../../../../test/upload.ts';
import { dropRowsOfDeleted } from '../../../platform/database/rows-of-videos.ts';
import { sweepGlossary } from './store.ts';

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

  it('refuses what is empty, too long or too much', async () => {
    const forms = Array.from({ length: 21 }, (_, n) => `form ${n}`);
    for (const [term, ...wrong] of [
      ['  '],
      ['\u200B'],
      ['x'.repeat(101)],
      ['x', ''],
      ['x', 'y'.repeat(101)],
      ['x', ...forms],
    ])
      assert.equal((await expectRefusal(add(term!, ...wrong))).status, 400, JSON.stringify([term, wrong]));
    await suite.db
      .insertInto('glossary_terms')
      .values(Array.from({ length: 498 }, (_, n) => ({ user_id: member.session.id, term: `Term ${n}` })))
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

  it('rejects a change of a term, when the page has not seen its present text', async () => {
    const { id: termId } = await add('AssemblyAI', 'assembly ai');
    const change = (term: string, wrong: string[], before: { term: string; wrong: string[] }) =>
      member.call(glossaryRoutes.changeTerm, { id: termId, term, wrong, before });
    const seen = { term: 'AssemblyAI', wrong: ['assembly ai'] };
    assert.deepEqual((await change('Assembly AI', ['assemblyai'], seen)).data.wrong, ['assemblyai']);
    const refusal = await expectRefusal(change('Other', [], seen));
    assert.equal(refusal.code, 'text_changed');
    assert.match(refusal.msg!, /It now reads: “Assembly AI” for “assemblyai”\.$/);
    assert.deepEqual(await terms(), [['Assembly AI', ['assemblyai']]]);
    await change('Assembly AI', [], { term: 'Assembly AI', wrong: ['assemblyai'] });
    assert.match((await expectRefusal(change('Other', [], seen))).msg!, /It now reads: “Assembly AI”\.$/);
    await clear();
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
    const correction = { user_id: member.session.id, video_id: id, start_s: 1, key: 'a', wrong: 'a', term: 'b' };
    await kysely.insertInto('corrections').values(correction).execute();
    await dropRowsOfDeleted(kysely, new Date(0));
    assert.deepEqual(await left(), []);
  });
});
