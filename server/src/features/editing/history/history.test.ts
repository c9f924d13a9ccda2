import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { workspaceLogRoutes } from '@lectern/contract/accounts/workspace-log';
import { type Call, createClient } from '@lectern/contract/client';
import { historyRoutes } from '@lectern/contract/editing/history';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { day, minute } from '@lectern/contract/rules/durations';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { expectRefusal, refuses } from '../../../../test/refusals.ts';
import { outlineOf, saveOutlineHistory } from '../../outline/outline-history.ts';
import { sweepEdits } from './edits.ts';

describeRecordings('two people at one recording', ['webinar'], { databases: 'both' }, (suite) => {
  let id: string;
  let ana: Call;
  let ben: Call;
  let benId: string;
  /** Tells who is there, and counts the caller in. */
  const presence = async (call: Call, since: number) =>
    (await call(historyRoutes.presence, { passthrough: id, since })).data;
  const look = async (call: Call): Promise<VideoDetail> => (await call(videoRoutes.asset, { uploadId: id })).data;
  const historyOf = async (call: Call, filter: { person?: string; before?: number } = {}) =>
    (await call(historyRoutes.history, { passthrough: id, ...filter })).data;
  /** The conflict of a call, and whom it names. */
  const conflict = async (call: Promise<unknown>) => {
    const { status, code, body, msg } = await expectRefusal(call);
    return { status, code, msg, by: (body as { by?: { name: string } }).by?.name };
  };

  before(async () => {
    id = suite.webinar.id;
    assert.equal((await look(suite.member.call)).last_edit, null, 'whoever works alone is asked nothing');
    const joined = await suite.signUp();
    benId = joined.session.id;
    const company = suite.member.session.id;
    await suite.db
      .insertInto('workspace_members')
      .values({ workspace_id: company, user_id: benId, role: 'editor' })
      .execute();
    await suite.db.updateTable('users').set({ firstname: 'Ben' }).where('id', '=', benId).execute();
    await suite.db.updateTable('users').set({ firstname: 'Ana' }).where('id', '=', company).execute();
    await suite.changeUser(suite.member, { plan: 'professional' });
    ana = suite.member.call;
    ben = createClient({
      origin: suite.server.origin,
      token: () => joined.session.token,
      workspace: () => company,
    });
  });

  it('tells who changed which text, when either of them looks', async () => {
    const video = await look(ana);
    const [cue] = webvttCues(video.vtt);
    const [first, ...others] = video.chapters;
    await ana(videoRoutes.save, { passthrough: id, title: 'A better title', before: { title: video.title } });
    await ben(videoRoutes.save, {
      passthrough: id,
      chapters: [{ ...first!, title: 'How it begins' }, ...others],
      chapters_version: video.chapters_version,
    });
    const line = { passthrough: id, n: 0, start: cue!.start };
    await ben(transcriptRoutes.editCue, { ...line, before: cue!.text, text: 'Welcome, all of you.' });
    const { edits, people } = await historyOf(ana);
    assert.deepEqual(
      edits.map(({ by, field, before, after }) => [by?.firstname, field, before, after]),
      [
        ['Ben', 'cue', cue!.text, 'Welcome, all of you.'],
        ['Ben', 'chapter_title', first!.title, 'How it begins'],
        ['Ana', 'title', video.title, 'A better title'],
      ],
    );
    assert.deepEqual([edits[0]!.cue_start, edits[1]!.chapter_id], [cue!.start, first!.id]);
    assert.deepEqual(
      people.map(({ firstname }) => firstname),
      ['Ana', 'Ben'],
    );
    assert.deepEqual(
      (await historyOf(ana, { person: benId })).edits.map(({ field }) => field),
      ['cue', 'chapter_title'],
    );
    assert.equal((await historyOf(ben, { before: edits[1]!.id })).edits.length, 1);
    // Undone by the same verbs.
    await ana(transcriptRoutes.editCue, { ...line, before: 'Welcome, all of you.', text: cue!.text });
    assert.equal(webvttCues((await look(ben)).vtt)[0]!.text, cue!.text);
  });

  it('names the other, when both change the same text', async () => {
    const video = await look(ana);
    const [, cue] = webvttCues(video.vtt);
    const line = { passthrough: id, n: 1, start: cue!.start, before: cue!.text };
    await ben(transcriptRoutes.editCue, { ...line, text: 'What Ben hears.' });
    suite.clock.aheadMs += 2 * minute;
    assert.deepEqual(await conflict(ana(transcriptRoutes.editCue, { ...line, text: 'What Ana hears.' })), {
      status: 409,
      code: 'line_changed',
      msg: 'Ben changed this line 2 minutes ago. It now reads: “What Ben hears.” Save again to overwrite it.',
      by: 'Ben',
    });
    // One's own other window is nobody else.
    await refuses(
      ben(transcriptRoutes.editCue, { ...line, text: 'Something else.' }),
      'line_changed',
      'This line has been changed somewhere else. It now reads: “What Ben hears.” Save again to overwrite it.',
    );

    await ben(videoRoutes.save, {
      passthrough: id,
      summary: 'What Ben has read in it.',
      before: { summary: video.summary },
    });
    const stale = ana(videoRoutes.save, {
      passthrough: id,
      summary: 'What Ana has read.',
      before: { summary: video.summary },
    });
    assert.deepEqual(await conflict(stale), {
      status: 409,
      code: 'text_changed',
      msg: 'Ben changed this just now. It now reads: “What Ben has read in it.” Save again to overwrite it.',
      by: 'Ben',
    });

    const { chapters_version, chapters } = video;
    const rename = (call: Call, title: string) =>
      call(videoRoutes.save, {
        passthrough: id,
        chapters_version,
        chapters: [{ ...chapters[0]!, title }, ...chapters.slice(1)],
      });
    await rename(ben, 'By Ben');
    assert.deepEqual(await conflict(rename(ana, 'By Ana')), {
      status: 409,
      code: 'chapters_changed',
      msg: 'Ben changed the chapters just now. Please reload the page.',
      by: 'Ben',
    });

    const { data: term } = await ana(glossaryRoutes.addTerm, { term: 'Lectern', wrong: [] });
    const change = (call: Call, words: string) =>
      call(glossaryRoutes.changeTerm, { id: term.id, before: { term: 'Lectern', wrong: [] }, term: words, wrong: [] });
    await change(ben, 'LECTERN');
    assert.match(
      (await conflict(change(ana, 'lectern')))!.msg!,
      /^Ben changed this term just now\. It now reads: “LECTERN”/,
    );

    const mark = { passthrough: id, first: 2, last: 2, start: webvttCues(video.vtt)[2]!.start };
    const words = webvttCues(video.vtt)[2]!.text;
    const { data: highlight } = await ana(highlightRoutes.highlight, { ...mark, words });
    const note = (call: Call, text: string) => call(highlightRoutes.note, { id: highlight.id, note: text, before: '' });
    await note(ben, 'Ben says so');
    assert.match(
      (await conflict(note(ana, 'Ana says so')))!.msg!,
      /^Ben changed this just now\. It now reads: “Ben says so”/,
    );

    await ana(portalOwnerRoutes.generate, {});
    const { data: portal } = await ana(portalOwnerRoutes.own, undefined);
    const retitle = (call: Call, title: string) =>
      call(portalOwnerRoutes.change, { title, was: { title: portal!.settings.title } });
    await retitle(ben, 'Talks').catch(() => undefined);
    const admin = await suite.db
      .updateTable('workspace_members')
      .set({ role: 'admin' })
      .where('user_id', '=', benId)
      .where('workspace_id', '<>', benId)
      .execute();
    assert.equal(admin.length, 1);
    await retitle(ben, 'Talks of ours');
    assert.equal((await conflict(retitle(ana, 'Our talks'))).by, 'Ben');
    const [entry] = (await ana(workspaceLogRoutes.log, { action: 'portal.changed' })).data;
    assert.deepEqual([entry!.person, entry!.detail], [benId, { changed: 'title' }]);
  });

  it('says who is there and what the others changed since, and nothing of one’s own', async () => {
    const since = (await look(ana)).last_edit!;
    assert.ok(since > 0);
    assert.deepEqual(await presence(ana, since), { people: [], changes: [] });
    const [there] = (await presence(ben, since)).people;
    assert.equal(there?.firstname, 'Ana');
    assert.deepEqual(
      (await presence(ana, since)).people.map(({ firstname }) => firstname),
      ['Ben'],
    );
    const { description } = await look(ben);
    await ben(videoRoutes.save, { passthrough: id, description: `${description} More.`, before: { description } });
    assert.deepEqual((await presence(ana, since)).changes, [{ by: 'Ben', fields: ['description'] }]);
    assert.deepEqual((await presence(ben, since)).changes, []);
    assert.deepEqual((await presence(ana, (await look(ana)).last_edit!)).changes, []);
    suite.clock.aheadMs += minute;
    assert.deepEqual((await presence(ana, since)).people, [], 'whoever was not heard of for a while has gone');
  });

  it('keeps what earlier regenerations replaced, when others came after them', async () => {
    const { db, world } = suite;
    const of = async (title: string) => ({ ...(await outlineOf(db, id)), title, title_by_person: false });
    const began = suite.now().getTime();
    const at = (n: number) => new Date(began + n * 1_000);
    for (let n = 0; n < 12; n += 1) {
      const outline = await of(`Outline ${n}`);
      await world.database.transaction((tx) => saveOutlineHistory(tx, id, { kind: 'chapters', outline, at: at(n) }));
    }
    const { outlines } = await historyOf(ana);
    assert.deepEqual(
      outlines.map((each) => each.at),
      Array.from({ length: 10 }, (_, n) => at(11 - n).toISOString()),
    );
    const wish = { passthrough: id, at: at(5).toISOString(), leaving: true };
    await refuses(ana(outlineRoutes.restore, wish), 'nothing_to_undo');
    await db.updateTable('videos').set({ title_edited: false }).where('id', '=', id).execute();
    const { title } = await look(ana);
    assert.equal((await ana(outlineRoutes.restore, { ...wish, earlier: true })).data.title, 'Outline 5');
    assert.equal((await historyOf(ana)).edits[0]!.after, 'restored');
    assert.equal((await ana(outlineRoutes.restore, { ...wish, earlier: true, restored: false })).data.title, title);
    await refuses(ana(outlineRoutes.restore, { ...wish, at: at(1).toISOString(), earlier: true }), 'nothing_to_undo');
  });

  it('removes edits after their time, and names no person who is gone', async () => {
    await suite.db.deleteFrom('users').where('id', '=', benId).execute();
    const { edits, people } = await historyOf(ana);
    assert.ok(edits.some(({ by }) => by === null));
    assert.deepEqual(
      people.map(({ firstname }) => firstname),
      ['Ana'],
    );
    suite.clock.aheadMs += 181 * day;
    await sweepEdits(suite.world);
    assert.equal(await suite.db.selectFrom('edits').select('id').executeTakeFirst(), undefined);
    assert.equal(await suite.db.selectFrom('presences').select('video_id').executeTakeFirst(), undefined);
  });
});
