import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import type { CallError } from '@lectern/contract/client';
import { downloadRoutes, type TextKind } from '@lectern/contract/exports/downloads';
import { textLimits } from '@lectern/contract/rules/longest';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { expectRefusal, refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import { describeRecordings } from '../../../test/describe-server.ts';

describeRecordings('a transcript that is edited', ['webinar'], {}, (suite) => {
  let id: string;
  before(async () => {
    id = suite.webinar.id;
  });

  const cuesOf = ({ vtt }: VideoDetail) => webvttCues(vtt);
  const edit = async (n: number, text: string, video = suite.webinar): Promise<VideoDetail> => {
    const cue = cuesOf(video)[n]!;
    const change = { passthrough: id, n, start: cue.start, before: cue.text, text };
    return (await suite.member.call(transcriptRoutes.editCue, change)).data;
  };
  const matches = async (keyword: string) =>
    (await suite.member.call(videoRoutes.search, { userId: suite.member.session.id, keyword })).data.map(
      ({ match_case, start }) => [match_case, start],
    );
  const download = async (kind: TextKind): Promise<Buffer> => {
    const { url } = await suite.member.call(downloadRoutes.textLink, { passthrough: id, kind });
    return Buffer.from(await (await fetch(url)).arrayBuffer());
  };
  const verbatim = (video: VideoDetail): void => {
    const said = cuesOf(video)
      .map(({ text }) => text)
      .join(' ');
    for (const { quote } of video.chapters.flatMap((chapter) => chapter.quote))
      assert.ok(isVerbatim(quote, said), `“${quote}” is not said`);
  };

  it('reads everywhere as a person wrote it: page, captions, search and every file', async () => {
    const cue = cuesOf(suite.webinar)[5]!;
    assert.deepEqual([suite.webinar.chapters_outdated, cue.text.includes('thirty customers')], [false, true]);
    const text = 'Before our last launch we interviewed thirty zeppelin pilots & friends.';
    const video = await edit(5, `  ${text.replace(' our', '\n our')} \u200B`);
    assert.deepEqual(cuesOf(video)[5], { ...cue, text });
    assert.deepEqual(
      cuesOf(video).toSpliced(5, 1),
      cuesOf(suite.webinar).toSpliced(5, 1),
      'the others are as they were',
    );
    assert.ok(video.captionsTrackId !== suite.webinar.captionsTrackId, 'players load the captions again');
    assert.equal(video.chapters_outdated, true);
    assert.deepEqual(await fetchAsset(suite.member, id), video);

    const captions = await (await fetch(`${suite.server.origin}/media/${video.playback_id}/captions.vtt`)).text();
    assert.equal(webvttCues(captions)[5]?.text, text);
    assert.deepEqual(await matches('ZEPPELIN pilots'), [['transcript', cue.start]]);
    const [before, next] = [cuesOf(suite.webinar)[4]!, cuesOf(suite.webinar)[6]!];
    const across = (one: string, other: string) =>
      `${one.split(' ').slice(-2).join(' ')} ${other.split(' ').slice(0, 2).join(' ')}`;
    assert.deepEqual(await matches(across(before.text, text)), [['transcript', before.start]]);
    assert.deepEqual(await matches(across(text, next.text)), [['transcript', cue.start]]);
    assert.notEqual((await matches('interviewed thirty customers'))[0]?.[0], 'transcript');

    for (const kind of ['transcript.vtt', 'transcript.srt', 'transcript.txt', 'transcript.md'] as const)
      assert.match((await download(kind)).toString(), /thirty zeppelin pilots/, kind);
    const { default: yauzl } = await import('yauzl');
    const zip = await yauzl.fromBufferPromise(await download('transcript.docx'), {});
    let document = '';
    for await (const entry of zip.eachEntry())
      if (entry.fileName === 'word/document.xml')
        for await (const chunk of await zip.openReadStreamPromise(entry)) document += String(chunk);
    assert.match(document, /thirty zeppelin pilots/);

    suite.webinar = await edit(5, cue.text, video);
    assert.equal(suite.webinar.chapters_outdated, false, 'undone, the chapters are those of this transcript again');
    assert.deepEqual(await matches('zeppelin'), []);
  });

  it('rejects an edit with the present text, when the cue changed since the page loaded', async () => {
    const stale = suite.webinar;
    const cue = cuesOf(stale)[7]!;
    suite.webinar = await edit(7, 'The first tab was quicker.');
    const late = { passthrough: id, n: 7, start: cue.start, before: cue.text, text: 'The second tab.' };
    await refuses(
      suite.member.call(transcriptRoutes.editCue, late),
      'line_changed',
      'This line has been changed somewhere else. It now reads: “The first tab was quicker.” Save again to overwrite it.',
    );
    await refuses(suite.member.call(transcriptRoutes.editCue, { ...late, start: cue.start + 1 }), 'line_changed');
    await refuses(suite.member.call(transcriptRoutes.editCue, { ...late, n: 9_999 }), 'line_changed');
    assert.equal(cuesOf(await fetchAsset(suite.member, id))[7]?.text, 'The first tab was quicker.');
    suite.webinar = await edit(7, cue.text);
  });

  it('takes one of ten who save the same line at once, and all who save different ones', async () => {
    const same = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => edit(3, `Version ${n}.`)));
    assert.equal(same.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of same)
      if (outcome.status === 'rejected') assert.equal((outcome.reason as CallError).status, 409);
    await Promise.all(Array.from({ length: 10 }, (_, n) => edit(20 + n, `Line ${n} at once.`)));
    const now = await fetchAsset(suite.member, id);
    assert.match(cuesOf(now)[3]!.text, /^Version \d\.$/);
    for (let n = 0; n < 10; n += 1) assert.equal(cuesOf(now)[20 + n]?.text, `Line ${n} at once.`);
    verbatim(now);
    let restored = now;
    for (const n of [3, ...Array.from({ length: 10 }, (_, at) => 20 + at)])
      restored = await edit(n, cuesOf(suite.webinar)[n]!.text, restored);
    suite.webinar = restored;
  });

  it('keeps quotes word for word, and a person’s own words', async () => {
    const chapter = suite.webinar.chapters[1]!;
    const quote = chapter.quote.find(({ cues }) => cues !== undefined)!;
    const own = 'As I would put it myself.';
    await suite.member.call(videoRoutes.save, {
      passthrough: id,
      chapters: suite.webinar.chapters.map((each) =>
        each.id === chapter.id ? { ...each, quote: [...each.quote, { quote: own, timecode: each.start }] } : each,
      ),
    });
    const n = quote.cues![0];
    const cue = cuesOf(suite.webinar)[n]!;
    const word = /[a-z]{4,}/.exec(cue.text.slice(cue.text.indexOf(quote.quote.split(' ')[1]!)))![0];
    const changed = await edit(n, cue.text.replace(word, 'zeppelins'));
    verbatim({
      ...changed,
      chapters: changed.chapters.map((each) => ({ ...each, quote: each.quote.filter(({ cues }) => cues) })),
    });
    const quotes = changed.chapters[1]!.quote.map((each) => each.quote);
    assert.ok(quotes.includes(quote.quote.replace(word, 'zeppelins')), quotes.join('\n'));
    assert.ok(quotes.includes(own));
    assert.deepEqual(
      changed.chapters.map(({ id: chapterId }) => chapterId),
      suite.webinar.chapters.map(({ id: chapterId }) => chapterId),
    );
    const back = await edit(n, cue.text, changed);
    assert.deepEqual(back.chapters[1]!.quote.slice(0, chapter.quote.length), chapter.quote);
    suite.webinar = back;
  });

  it('renames a speaker everywhere and takes it back, even when two became one', async () => {
    const speakers = (video: VideoDetail) => cuesOf(video).map(({ speaker }) => speaker);
    const rename = (from: string, to: string, cues?: number[]) =>
      suite.member.call(transcriptRoutes.renameSpeaker, { passthrough: id, from, to, ...(cues ? { cues } : {}) });
    const { data, cues } = await rename('Tom Reyes', '  Tomás\n "T" <Reyes> & Co ');
    const name = 'Tomás "T" <Reyes> & Co';
    assert.deepEqual(
      speakers(data),
      speakers(suite.webinar).map((speaker) => (speaker === 'Tom Reyes' ? name : speaker)),
    );
    assert.deepEqual(
      cues,
      speakers(suite.webinar).flatMap((speaker, n) => (speaker === 'Tom Reyes' ? [n] : [])),
    );
    assert.ok((await download('transcript.txt')).toString().includes(`${name}: `));
    assert.equal(data.chapters_outdated, true);
    await refuses(rename('Tom Reyes', 'Somebody'), 'speaker_changed');

    const merged = await rename(name, 'Grace Holt');
    assert.deepEqual([...new Set(speakers(merged.data))], ['Grace Holt']);
    const parted = await rename('Grace Holt', 'Tom Reyes', merged.cues);
    assert.deepEqual([speakers(parted.data), parted.data.chapters_outdated], [speakers(suite.webinar), false]);
    suite.webinar = parted.data;
  });

  it('counts other recordings of each speaker, without labels and recordings of other members', async () => {
    const { kysely: db } = suite.world.database;
    // Both uploads exist before either video, because an upload beside its video counts twice against the plan.
    const titles = ['one', 'other'];
    const others = await Promise.all(titles.map(async () => (await suite.member.call(uploadRoutes.create, {})).id));
    await db
      .insertInto('videos')
      .values(
        titles.map((title, n) => ({
          id: others[n]!,
          user_id: suite.member.session.id,
          asset_id: title,
          playback_id: title,
          title,
          byte_size: 1,
        })),
      )
      .execute();
    const speaks = (video_id: string, n: number, speaker: string | null) =>
      db
        .insertInto('cues')
        .values({ video_id, position: n, start_s: n, end_s: n + 1, text: 'Words.', speaker })
        .execute();
    await speaks(others[0]!, 0, 'Grace Holt');
    await speaks(others[0]!, 1, 'Grace Holt');
    await speaks(others[0]!, 2, 'Somebody else');
    await speaks(others[1]!, 0, 'Grace Holt');
    await speaks(others[1]!, 1, null);
    const elsewhere = async () =>
      (await suite.member.call(transcriptRoutes.speakersElsewhere, { passthrough: id })).data;
    assert.deepEqual(await elsewhere(), [{ name: 'Grace Holt', recordings: 2 }]);
    await db.updateTable('cues').set({ speaker: 'Speaker 1' }).where('speaker', '=', 'Grace Holt').execute();
    assert.deepEqual(await elsewhere(), []);
    await db.updateTable('cues').set({ speaker: 'Grace Holt' }).where('speaker', '=', 'Speaker 1').execute();
    await db.deleteFrom('videos').where('id', 'in', others).execute();
    assert.deepEqual(await elsewhere(), []);
  });

  it('keeps its edits when chapters are written again, and when the same words come in other captions', async () => {
    const cue = cuesOf(suite.webinar)[12]!;
    await edit(12, 'Zeppelins are what this line is about now.');
    await suite.member.call(transcriptRoutes.renameSpeaker, { passthrough: id, from: 'Tom Reyes', to: 'Tom R. Reyes' });
    await suite.member.call(videoRoutes.regenerateChapters, { passthrough: id });
    const again = await waitUntilProcessed(suite.member, id);
    assert.deepEqual(
      [again.chapters_outdated, cuesOf(again)[12]],
      [false, { ...cue, text: 'Zeppelins are what this line is about now.', speaker: 'Tom R. Reyes' }],
    );
    verbatim({ ...again, chapters: again.chapters.filter(({ edited }) => !edited.includes('quote')) });

    const captions = await readFile(getSamplePath('webinar.vtt'), 'utf8');
    const other = captions.replace('Hello everyone', 'Good morning everyone');
    await suite.member.call(uploadRoutes.captions, { passthrough: id, name: 'b.vtt' }, { body: Buffer.from(other) });
    const fresh = await waitUntilProcessed(suite.member, id);
    assert.deepEqual(cuesOf(fresh)[12], cuesOf(again)[12]);
    assert.match(cuesOf(fresh)[0]!.text, /^Good morning everyone/);
    assert.deepEqual(await matches('zeppelins are what'), [['transcript', cue.start]]);
    suite.webinar = fresh;
  });

  it('shows the page also where the lines of quotes have become as long as lines may be', async () => {
    const grow = (text: string): string => {
      const words = text.split(' ');
      const more = 'more and '.repeat(Math.floor((textLimits.line - text.length - 1) / 9)).trim();
      return words.toSpliced(Math.ceil(words.length / 2), 0, more).join(' ');
    };
    const [one, other] = cuesOf(suite.webinar);
    const quote = { quote: `${one!.text} ${other!.text}`, timecode: '00:00:00', start: one!.start, cues: [0, 1] };
    const [{ id: first } = { id: '' }] = suite.webinar.chapters;
    await suite.db
      .updateTable('chapters')
      .set({ quotes: JSON.stringify([quote]), edited: [] })
      .where('id', '=', first)
      .execute();
    for (const n of [0, 1])
      assert.deepEqual(
        await edit(n, grow(cuesOf(suite.webinar)[n]!.text)),
        await fetchAsset(suite.member, id),
        `line ${n}`,
      );
    const grown = await fetchAsset(suite.member, id);
    const lengths = grown.chapters.flatMap((chapter) => chapter.quote.map(({ quote: text }) => text.length));
    assert.ok(Math.max(...lengths) > textLimits.quote - 20 && Math.max(...lengths) <= textLimits.quote, lengths.join());
    verbatim({ ...grown, chapters: grown.chapters.filter(({ edited }) => !edited.includes('quote')) });
    const { chapters, chapters_version } = grown;
    await suite.member.call(videoRoutes.save, { passthrough: id, chapters, chapters_version });
    suite.webinar = await fetchAsset(suite.member, id);
  });

  it('rejects empty cues and names, and edits by anyone but the owner', async () => {
    for (const text of ['', '   ', '\u200B\n'])
      assert.equal((await expectRefusal(edit(1, text))).status, 400, JSON.stringify(text));
    const rename = { passthrough: id, from: 'Grace Holt', to: ' \u200B' };
    assert.equal((await expectRefusal(suite.member.call(transcriptRoutes.renameSpeaker, rename))).status, 400);
    const { start, text: words } = cuesOf(suite.webinar)[1]!;
    const change = { passthrough: id, n: 1, start, before: words, text: 'Mine now.' };
    const stranger = await suite.signUp();
    await refuses(stranger.call(transcriptRoutes.editCue, change), 'not_found');
    await refuses(stranger.call(transcriptRoutes.renameSpeaker, { ...rename, to: 'Me' }), 'not_found');
    assert.equal(cuesOf(await fetchAsset(suite.member, id))[1]?.text, words);
  });
});
