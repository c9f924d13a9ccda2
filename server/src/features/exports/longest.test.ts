// full: archives at every limit of length
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { type Rewrite, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { textLimits } from '@lectern/contract/rules/longest';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { buildTestArchive } from '../../../test/archive.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, putUploadChunk, waitUntilProcessed } from '../../../test/upload.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { describeServer } from '../../../test/describe-server.ts';

/** Words that fill a text to its limit. */
const full = (most: number, word = 'word'): string => {
  const text = `${word} `.repeat(Math.ceil(most / (word.length + 1))).slice(0, most);
  return text.endsWith(' ') ? `${text.slice(0, -1)}x` : text;
};

describeServer('the longest of everything', {}, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  /** Sends an archive of one video with a recording that plays, and resolves with it and what is said of the import. */
  async function bringIn(told: object, deflate = true) {
    const who = await suite.signUp();
    const sizes = [await readFile(getSamplePath('short.mp4'))];
    const archive = await buildTestArchive({ compress: false, deflate, sizes, told });
    await who.call(exportRoutes.import, {}, { body: new Uint8Array(archive) });
    const { state, problem } = await whenImported(who);
    assert.equal(state, 'done');
    const [video] = (await who.call(videoRoutes.list, { userId: who.session.id })).data;
    await waitUntilProcessed(who, video!.id);
    return { who, archive, problem, video: video! };
  }

  it('keeps all texts within their limits, when a glossary rewrites them', async () => {
    const { url, id } = await member.call(uploadRoutes.create, {});
    const title = full(200, 'ab');
    await member.call(videoRoutes.save, { passthrough: id, userId: member.session.id, title });
    const line = full(1_900, 'ab');
    const captions = `WEBVTT\n\n00:01.000 --> 00:03.000\n${line}\n\n00:03.000 --> 00:05.000\nab is said here.\n`;
    await member.call(uploadRoutes.captions, { passthrough: id, name: 'a.vtt' }, { body: Buffer.from(captions) });
    const bytes = await readFile(getSamplePath('short.mp4'));
    await putUploadChunk(url, bytes, `bytes 0-${bytes.length - 1}/${bytes.length}`);
    const made = await waitUntilProcessed(member, id);
    const term = full(100, 'Abacus');
    await member.call(glossaryRoutes.addTerm, { term, wrong: ['ab'] });
    const { data } = await member.call(rewriteRoutes.look, {});
    const until = (state: Rewrite['state']) =>
      eventually(async () => (await member.call(rewriteRoutes.rewrite, data)).data.state === state || undefined, state);
    await until('ready');
    const found = (await member.call(rewriteRoutes.places, { id: data.id })).data;
    assert.deepEqual(
      found.filter(({ field }) => field === 'line').map(({ after: text }) => text),
      [`${term} is said here.`],
    );
    for (const { field, after: text } of found) assert.ok(text.length <= textLimits[field], `${field} ${text.length}`);
    await member.call(rewriteRoutes.apply, { id: data.id });
    await until('applied');
    const video = await fetchAsset(member, id);
    assert.equal(webvttCues(video.vtt)[0]!.text, webvttCues(made.vtt)[0]!.text);
    const { chapters, title: present, description, summary } = video;
    await member.call(videoRoutes.save, { passthrough: id, title: present, description, summary, chapters });
  });

  it('cuts overlong texts of an archive, and the import says so', async () => {
    const chapter = {
      start: 0,
      end: 60,
      title: full(1_000),
      summary: full(60_000),
      quotes: [{ quote: full(3_000), timecode: '00:00:00' }],
      search: full(120_000),
      edited: ['title', 'quote'],
    };
    const told = {
      title: full(1_211),
      title_by_person: true,
      description: full(11_000),
      summary: full(21_000),
      file_name: 'f'.repeat(2_000),
      transcript_language: 'l'.repeat(2_000),
      chapters: [chapter],
      highlights: [
        { start: 0, end: 1, words: full(2_943), note: full(3_000), created_at: new Date().toISOString() },
        { start: 0, end: 1, words: 'short', note: '', created_at: new Date().toISOString() },
      ],
    };
    const { who, problem, video } = await bringIn(told);
    assert.equal(
      problem,
      '11 texts were too long and have been shortened. ' +
        'One quote could not be proved by the transcript: it is kept, and only you see it until you show it to visitors.',
    );
    const { id, title } = video;
    assert.ok(title.length <= textLimits.title && told.title.startsWith(title));
    const { chapters } = await fetchAsset(who, id);
    assert.ok(chapters[0]!.quote[0]!.quote.length > textLimits.quote - 10);
    await who.call(videoRoutes.save, { passthrough: id, title, chapters });
  });
});
