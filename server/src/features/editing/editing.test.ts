import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import type { CallError } from '@lectern/contract/client';
import { downloadRoutes, type TextKind } from '@lectern/contract/exports/downloads';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { storeTexts } from '../../../test/stored-texts.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import { describeRecordings } from '../../../test/describe-server.ts';

describeRecordings('a transcript that is edited', ['webinar'], {}, (suite) => {
  let id: string;
  before(async () => {
    id = suite.webinar.id;
  });

  const cuesOf = ({ vtt }: VideoDetail) => webvttCues(vtt);
  const textsOf = (video: VideoDetail) => cuesOf(video).map(({ text }) => text);
  const edit = async (n: number, text: string, video = suite.webinar): Promise<VideoDetail> => {
    const cue = cuesOf(video)[n]!;
    const change = { passthrough: id, n, start: cue.start, before: cue.text, text };
    return (await suite.member.call(transcriptRoutes.editCue, change)).data;
  };
  const matches = async (keyword: string) =>
    (await suite.member.call(videoRoutes.search, { userId: suite.member.session.id, keyword })).data.map(
      ({ match_case, start }) => [match_case, start],
    );
  const download = async (kind: TextKind): Promise<string> =>
    (await fetch((await suite.member.call(downloadRoutes.textLink, { passthrough: id, kind })).url)).text();
  const verbatim = (video: VideoDetail): void => {
    const said = textsOf(video).join(' ');
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
      assert.match(await download(kind), /thirty zeppelin pilots/, kind);
    suite.webinar = await edit(5, cue.text, video);
    assert.equal(suite.webinar.chapters_outdated, false, 'undone, the chapters are those of this transcript again');
    assert.deepEqual(await matches('zeppelin'), []);
  });

  it('takes one of ten who save the same line at once, and all who save different ones', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => n);
    const same = await Promise.allSettled(ten.map((n) => edit(3, `Version ${n}.`)));
    const refused = same.flatMap((each) => (each.status === 'rejected' ? [(each.reason as CallError).status] : []));
    assert.deepEqual(refused, Array(9).fill(409));
    await Promise.all(ten.map((n) => edit(20 + n, `Line ${n} at once.`)));
    const now = await fetchAsset(suite.member, id);
    assert.match(textsOf(now)[3]!, /^Version \d\.$/);
    assert.deepEqual(
      textsOf(now).slice(20, 30),
      ten.map((n) => `Line ${n} at once.`),
    );
    verbatim(now);
    let restored = now;
    for (const n of [3, ...ten.map((at) => 20 + at)]) restored = await edit(n, textsOf(suite.webinar)[n]!, restored);
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
    const ids = ({ chapters }: VideoDetail) => chapters.map((each) => each.id);
    assert.deepEqual(ids(changed), ids(suite.webinar));
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
    assert.ok((await download('transcript.txt')).includes(`${name}: `));
    assert.equal(data.chapters_outdated, true);
    await refuses(rename('Tom Reyes', 'Somebody'), 'speaker_changed');

    const merged = await rename(name, 'Grace Holt');
    assert.deepEqual([...new Set(speakers(merged.data))], ['Grace Holt']);
    const parted = await rename('Grace Holt', 'Tom Reyes', merged.cues);
    assert.deepEqual([speakers(parted.data), parted.data.chapters_outdated], [speakers(suite.webinar), false]);
    suite.webinar = parted.data;
  });

  it('counts other recordings of each speaker, without labels and recordings of other members', async () => {
    const speaks = async (...names: (string | null)[]): Promise<string> => {
      const video = await storeTexts(suite.world, suite.member, { said: names.map(() => 'Words.') });
      for (const [position, speaker] of names.entries())
        await suite.db
          .updateTable('cues')
          .set({ speaker })
          .where('video_id', '=', video)
          .where('position', '=', position)
          .execute();
      return video;
    };
    const others = [await speaks('Grace Holt', 'Grace Holt', 'Somebody else'), await speaks('Grace Holt', null)];
    const rename = (from: string, to: string) =>
      suite.db.updateTable('cues').set({ speaker: to }).where('speaker', '=', from).execute();
    const elsewhere = async () =>
      (await suite.member.call(transcriptRoutes.speakersElsewhere, { passthrough: id })).data;
    assert.deepEqual(await elsewhere(), [{ name: 'Grace Holt', recordings: 2 }]);
    await rename('Grace Holt', 'Speaker 1');
    assert.deepEqual(await elsewhere(), []);
    await rename('Speaker 1', 'Grace Holt');
    await suite.db.deleteFrom('videos').where('id', 'in', others).execute();
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
});
