import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { glossaryRoutes, type Term } from '@lectern/contract/transcripts/glossary';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { type Rewrite, type RewriteOccurrence, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { day } from '@lectern/contract/rules/durations';
import { assertEvery } from '../../../../test/assert-every.ts';
import { describeRecordings, type RecordedSuite } from '../../../../test/describe-server.ts';
import { eventually } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { rewriteJob } from './rewrite.job.ts';
import { sweepRewrites } from './rewrites.ts';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { sql } from 'kysely';
import { saveOutlineHistory, outlineOf, replaceOutline } from '../../outline/outline-history.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import { markDeleted } from '../../videos/removal.ts';

/** Terms and rewrites of the member, as their pages make them. */
function rewriteTools(suite: RecordedSuite<'short'>) {
  const add = async (term: string, ...wrong: string[]): Promise<Term> =>
    (await suite.member.call(glossaryRoutes.addTerm, { term, wrong })).data;
  const settled = (id: string) =>
    eventually(async () => {
      const { data } = await suite.member.call(rewriteRoutes.rewrite, { id });
      return ['looking', 'applying', 'undoing'].includes(data.state) ? undefined : data;
    }, 'the rewrite');
  const look = async (...terms: Term[]) => {
    const ids = terms.map(({ id }) => id);
    suite.clock.at = new Date(suite.now().getTime() + 1_000);
    return settled((await suite.member.call(rewriteRoutes.look, ids.length === 0 ? {} : { terms: ids })).data.id);
  };
  const places = async (id: string): Promise<RewriteOccurrence[]> => {
    const all: RewriteOccurrence[] = [];
    for (let more = true; more;) {
      const page = await suite.member.call(rewriteRoutes.places, { id, after: all.at(-1)?.at ?? -1 });
      all.push(...page.data);
      more = page.more;
    }
    return all;
  };
  const act =
    (name: 'apply' | 'goOn' | 'undo') =>
    async ({ id }: Pick<Rewrite, 'id'>) => {
      await suite.member.call(rewriteRoutes[name], { id });
      return settled(id);
    };
  const [apply, goOn, undo] = [act('apply'), act('goOn'), act('undo')];
  return { add, settled, look, places, apply, goOn, undo };
}

describeRecordings('what a glossary changes in a library', ['webinar', 'short'], { now: new Date() }, (suite) => {
  const { add, settled, look, places, apply, goOn, undo } = rewriteTools(suite);
  let made: VideoDetail;
  before(async () => {
    made = suite.webinar;
    niche = await add('Niche', 'narrow segment', 'xyzzy');
    const captions = getSamplePath('short.vtt');
    await waitUntilProcessed(
      suite.stranger,
      await uploadFile(suite.stranger, getSamplePath('short.mp4'), { captions }),
    );
  });

  const remove = async (...terms: Term[]): Promise<void> => {
    for (const { id } of terms) await suite.member.call(glossaryRoutes.removeTerm, { id, removed: true });
  };
  const lines = ({ vtt }: VideoDetail): string[] => webvttCues(vtt).map(({ text }) => text);
  const present = (id: string): Promise<VideoDetail> => fetchAsset(suite.member, id);
  const matches = async (keyword: string): Promise<string[]> => {
    const { data } = await suite.member.call(videoRoutes.moments, { userId: suite.member.session.id, keyword });
    return data.flatMap((found) => found.moments.map(({ field }) => field));
  };
  const edit = async (id: string, n: number, text: string): Promise<void> => {
    const cue = webvttCues((await present(id)).vtt)[n]!;
    await suite.member.call(transcriptRoutes.editCue, { passthrough: id, n, start: cue.start, before: cue.text, text });
  };
  const quotes = (video: VideoDetail): string[] =>
    video.chapters.flatMap((each) => each.quote.map(({ quote }) => quote));
  const verbatim = (video: VideoDetail): void => {
    for (const quote of quotes(video)) assert.ok(isVerbatim(quote, lines(video).join(' ')), `“${quote}” is not said`);
  };
  let niche: Term;

  it('changes lines, search, quotes, highlights and what an engine wrote, but for what was left out', async () => {
    const n = lines(made).findIndex((text) => text.includes('thirty customers'));
    const mark = { passthrough: suite.webinar.id, first: n, last: n, start: webvttCues(made.vtt)[n]!.start };
    await suite.member.call(highlightRoutes.highlight, { ...mark, words: 'thirty customers' });
    // Some lines with customers are left out below.
    const quoted = made.chapters
      .flatMap(({ quote }) => quote)
      .find(({ quote, cues }) => cues !== undefined && !quote.includes('customers'));
    const said = lines(made).join(' ');
    const isSaidOnce = (each: string): boolean => said.split(each).length === 2;
    const word = quoted!.quote.split(/\W+/).findLast((each) => each.length > 5 && isSaidOnce(each))!;
    const title = made.chapters.find(({ title: text }) => /\b[a-z]{4,}\b/.test(text))!;
    const titled = /\b[a-z]{4,}\b/.exec(title.title)![0];
    const own = made.chapters.find((each) => each.id !== title.id)!;
    await suite.member.call(videoRoutes.save, {
      passthrough: suite.webinar.id,
      chapters: made.chapters.map((each) => (each.id === own.id ? { ...each, title: `My ${titled}` } : each)),
    });
    const before = await present(suite.webinar.id);
    const terms = [...new Set(['customers', word, titled])].map((wrong) => ({ wrong, term: `Q${wrong}Q` }));
    const added = await Promise.all(terms.map(({ wrong, term }) => add(term, wrong)));
    const found = await look(...added);
    const listed = await places(found.id);
    const left = listed.find(
      (each) => each.field === 'line' && each.start !== mark.start && / customers/.test(each.before),
    )!;
    await suite.member.call(rewriteRoutes.choose, { id: found.id, wanted: false, at: left.at });
    const done = await apply(found);
    assert.deepEqual(
      [done.state, done.places.changed, done.places.wanted, done.places.passed],
      ['applied', listed.length - 1, listed.length - 1, 0],
    );
    const changed = await present(suite.webinar.id);
    const expected = lines(before).map((text) => {
      const known = listed.find(
        (each) => each.field === 'line' && each.passthrough === suite.webinar.id && each.before === text,
      );
      return known && known.at !== left.at ? known.after : text;
    });
    assert.deepEqual(lines(changed), expected);
    assert.ok((await matches('thirty qcustomersq')).includes('highlight'));
    assert.ok((await matches(`q${word}q`)).includes('quote'));
    verbatim(changed);
    assert.ok(
      quotes(changed).some((quote) => quote.includes(`Q${word}Q`)),
      quotes(changed).join('\n'),
    );
    assert.ok(changed.chapters.some((each) => each.title.includes(`Q${titled}Q`)));
    const ownNow = changed.chapters.find((each) => each.id === own.id)!;
    assert.equal(ownNow.title, `My ${titled}`, 'what a person wrote stays');
    assert.equal(changed.chapters_outdated, false, 'they were changed alike');
    assert.equal((await look(...added)).places.all, 1, 'done, it finds what was left out and nothing else');

    const back = await undo(found);
    assert.deepEqual([back.state, back.places.undone, back.places.kept], ['undone', listed.length - 1, 0]);
    const restored = await present(suite.webinar.id);
    assert.deepEqual(lines(restored), lines(before));
    assert.deepEqual(restored.chapters, before.chapters);
    const outline = ({ title, description, summary, chapters_outdated: isOld }: VideoDetail) => [
      title,
      description,
      summary,
      isOld,
    ];
    assert.deepEqual(outline(restored), outline(before));
    assert.deepEqual(await matches('qcustomersq'), []);
    await remove(...added);
  });

  it('leaves alone what was changed after it was found, and gives back nothing over a later edit', async () => {
    const at = lines(made).findIndex((text) => text.includes('narrow segment'));
    const found = await look(niche);
    await edit(suite.short.id, 0, 'So pick one xyzzy.');
    const done = await apply(found);
    assert.equal(done.places.passed, 1);
    assert.equal(lines(await present(suite.short.id))[0], 'So pick one xyzzy.');
    await edit(suite.webinar.id, at, 'So pick a Niche, and stay in it.');
    const back = await undo(found);
    assert.ok(back.places.kept >= 1 && back.state === 'undone');
    assert.equal(lines(await present(suite.webinar.id))[at], 'So pick a Niche, and stay in it.');
    await edit(suite.webinar.id, at, lines(made)[at]!);
    await edit(suite.short.id, 0, webvttCues(suite.short.vtt)[0]!.text);
  });

  it('finds every case of every script, and signs that a database would take for its own', async () => {
    await edit(suite.short.id, 0, 'ÄPFEL ŠÁRKA and 100%_ of ЖУК\\ГРИБ.');
    const terms = [await add('Apfel', 'äpfel  šárka'), await add('Prozent', '100%_'), await add('Zhuk', 'жук\\гриб')];
    const found = await look(...terms);
    assert.deepEqual(
      (await places(found.id)).map(({ after: would }) => would),
      ['Apfel and Prozent of Zhuk.'],
    );
    for (const { id } of terms) await suite.member.call(glossaryRoutes.removeTerm, { id, removed: true });
    await edit(suite.short.id, 0, webvttCues(suite.short.vtt)[0]!.text);
  });

  it('repeats rewrite parts harmlessly, resumes after failures and ends when its job is lost', async () => {
    const found = await look(niche);
    const row = () => suite.db.selectFrom('rewrites').selectAll().where('id', '=', found.id).executeTakeFirstOrThrow();
    const { step } = await row();
    const job = { id: found.id, attempt: 1, lastAttempt: true, signal: new AbortController().signal };
    const run = (at: number) => rewriteJob.run(suite.world, { rewriteId: found.id, step: at }, job);
    for (const earlier of [0, 1, step - 1]) await run(earlier);
    assert.deepEqual(await row().then((each) => [each.step, each.state]), [step, 'ready']);
    assert.equal((await places(found.id)).length, found.places.all);

    await suite.db.updateTable('rewrites').set({ state: 'applying' }).where('id', '=', found.id).execute();
    await suite.world.jobs.recoverOrphans();
    const lost = (await suite.member.call(rewriteRoutes.rewrite, { id: found.id })).data;
    assert.deepEqual([lost.state, lost.stopped], ['failed', 'applying']);
    assert.match(lost.problem!, /interrupted/);
    await refuses(suite.member.call(rewriteRoutes.apply, { id: found.id }), 'rewrite_over');
    const done = await goOn(found);
    assert.deepEqual([done.state, done.places.changed, done.problem], ['applied', found.places.all, null]);
    await run((await row()).step);
    assert.deepEqual((await settled(found.id)).places, done.places);
    await undo(found);
    assert.deepEqual(lines(await present(suite.webinar.id)), lines(made));
  });

  it('hides a rewrite from other members, and removes it with its recording or after a month', async () => {
    const found = await look(niche);
    const { id } = found;
    assert.deepEqual((await suite.stranger.call(rewriteRoutes.rewrites, undefined)).data, []);
    await refuses(suite.stranger.call(rewriteRoutes.look, { terms: [niche.id] }), 'nothing_to_rewrite');
    await suite.member.call(videoRoutes.delete, { id: suite.short.id });
    assertEvery(await places(id), ({ passthrough }) => passthrough === suite.webinar.id);
    assert.equal((await apply(found)).state, 'applied');
    assert.equal((await suite.member.call(rewriteRoutes.rewrites, undefined)).data[0]!.id, id);
    suite.clock.at = new Date(suite.now().getTime() + 31 * day);
    await sweepRewrites(suite.world);
    for (const table of ['rewrites', 'rewrite_occurrences'] as const)
      assert.deepEqual(await suite.db.selectFrom(table).selectAll().execute(), []);
  });
});

describeRecordings('a look through a library that changes meanwhile', ['short'], { now: new Date() }, (suite) => {
  const { add, settled, look, places, apply, undo } = rewriteTools(suite);
  let niche: Term;
  let kubernetes: Term;
  let first: string;
  let second: string;
  let third: string;
  before(async () => {
    await suite.changeUser(suite.member, { plan: 'professional' });
    const upload = () => uploadFile(suite.member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    // The newest recordings are looked through first.
    [third, second, first] = [suite.short.id, await upload(), await upload()];
    for (const id of [second, first]) await waitUntilProcessed(suite.member, id);
    niche = await add('Niche', 'narrow segment');
    kubernetes = await add('Kubernetes', 'kubernets');
  });

  const recordings = async (id: string): Promise<string[]> => [
    ...new Set((await places(id)).map(({ passthrough }) => passthrough)),
  ];

  /** Brings a look back to where it had looked through so many recordings, and does the part that comes then. */
  const lookOn = async (id: string, looked: number): Promise<void> => {
    const { step, videos } = await suite.db
      .updateTable('rewrites')
      .set({ state: 'looking', videos_scanned: looked })
      .where('id', '=', id)
      .returning(['step', 'videos'])
      .executeTakeFirstOrThrow();
    await suite.db
      .deleteFrom('rewrite_occurrences')
      .where('rewrite_id', '=', id)
      .where('video_id', 'in', videos!.slice(looked))
      .execute();
    const job = { id, attempt: 1, lastAttempt: true, signal: new AbortController().signal };
    await rewriteJob.run(suite.world, { rewriteId: id, step }, job);
  };

  it('goes on behind the places of a recording that was deleted', async () => {
    const { id } = await look(niche);
    assert.deepEqual(await recordings(id), [first, second, third]);
    await suite.member.call(videoRoutes.delete, { id: first });
    await lookOn(id, 2);
    const { state, problem } = await settled(id);
    assert.deepEqual([state, problem], ['ready', null]);
    assert.deepEqual(await recordings(id), [second, third]);
    const numbers = (await places(id)).map(({ at }) => at);
    assert.deepEqual([...new Set(numbers)], numbers);
  });

  it('keeps nothing of a recording that is deleted while it is read', async () => {
    const { id } = await look(niche);
    // The title stays with the row, for the operator.
    await suite.db.updateTable('videos').set({ title: 'A narrow segment' }).where('id', '=', second).execute();
    const isGone = Promise.withResolvers<void>();
    const deletion = suite.world.database.transaction(async (tx) => {
      await lockVideo(tx, second);
      await markDeleted(tx, second);
      isGone.resolve();
      // The embedded database lets nobody read meanwhile; on PostgreSQL the look has read what is about to be gone.
      if (suite.world.database.kind === 'postgresql') await eventually(() => somebodyWaits(tx), 'the look');
    });
    await isGone.promise;
    await Promise.all([deletion, lookOn(id, 0)]);
    assert.deepEqual([(await settled(id)).state, await recordings(id)], ['ready', [third]]);
    assert.deepEqual(await recordings((await look(niche)).id), [third]);
  });

  it('reads also what the search has not read yet', async () => {
    await suite.db
      .updateTable('cues')
      .set({ search_text: null, span_own: null })
      .where('video_id', '=', third)
      .execute();
    assert.ok((await recordings((await look(niche)).id)).includes(third));
  });

  const restore = async (restored: boolean): Promise<VideoDetail> => {
    const { at } = (await fetchAsset(suite.member, third)).regenerated!;
    return (await suite.member.call(outlineRoutes.restore, { passthrough: third, at, restored })).data;
  };
  /** Gives a video and its first chapter these words, and keeps these as what a regeneration has replaced. */
  const write = (now: string, earlier: string): Promise<void> =>
    suite.world.database.transaction(async (tx) => {
      const outline = await outlineOf(tx, third);
      const reading = (text: string) => ({
        ...outline,
        description: `A description ${text}`,
        chapters: outline.chapters.map((each, n) => (n === 0 ? { ...each, title: `A chapter ${text}` } : each)),
      });
      await replaceOutline(
        suite.world,
        tx,
        { id: third, workspace_id: suite.member.session.id },
        outline,
        reading(now),
      );
      await saveOutlineHistory(tx, third, { kind: 'chapters', outline: reading(earlier), at: suite.now() });
    });
  const words = ({ description, chapters }: VideoDetail) => [description, chapters[0]!.title];
  const both = (text: string) => [`A description ${text}`, `A chapter ${text}`];

  it('changes the outline that can be brought back too, unseen, and gives that its words back', async () => {
    for (const [now, shown] of [
      ['of kubernets', 2],
      ['of nothing', 0],
    ] as const) {
      await write(now, 'of old kubernets');
      const found = await look(kubernetes);
      assert.deepEqual([found.state, found.places.all], ['ready', shown]);
      assert.equal((await apply(found)).state, 'applied');
      assert.deepEqual(words(await restore(true)), both('of old Kubernetes'));
      await undo(found);
      assert.deepEqual(words(await fetchAsset(suite.member, third)), both('of old kubernets'));
      assert.deepEqual(words(await restore(false)), both(now));
    }
  });

  const somebodyWaits = async (tx: typeof suite.db): Promise<true | undefined> => {
    const { rows } = await sql`select from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
    return rows.length > 0 ? true : undefined;
  };
});
