// full: archives at every limit of length
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { type Rewrite, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { textLimits } from '@lectern/contract/rules/longest';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { buildTestArchive } from '../../../test/archive.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, putUploadChunk, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { importArchive } from './import-archive.ts';

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

  const texts = ({ title, description, summary, chapters, vtt }: VideoDetail) => ({
    title,
    description,
    summary,
    vtt,
    chapters: chapters.map(({ id: _, thumbnail: __, ...chapter }) => chapter),
  });
  const edit = async (id: string, n: number, text: string): Promise<void> => {
    const cue = webvttCues((await fetchAsset(member, id)).vtt)[n]!;
    await member.call(transcriptRoutes.editCue, { passthrough: id, n, start: cue.start, before: cue.text, text });
  };
  const highlightsOf = async (who: TestMember, passthrough: string) =>
    (await who.call(highlightRoutes.highlights, { passthrough })).data.map(({ start, end, words, note }) => ({
      start,
      end,
      words,
      note,
    }));
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

  it('comes into another account as it was', async () => {
    const id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    const made = await waitUntilProcessed(member, id);
    const lines = webvttCues(made.vtt);
    assert.ok(lines.length >= 2);
    for (const [n, { text }] of lines.entries()) await edit(id, n, `${text} ${full(900)}`);
    const [first, second] = webvttCues((await fetchAsset(member, id)).vtt);
    const mark = { passthrough: id, first: 0, last: 1, start: first!.start };
    const words = `${first!.text} ${second!.text}`;
    const highlight = (await member.call(highlightRoutes.highlight, { ...mark, words })).data;
    await member.call(highlightRoutes.note, { id: highlight.id, note: full(textLimits.note) });
    // Highlights grow with their cues.
    for (const [n, { text }] of lines.entries())
      await edit(id, n, `${text} ${full(textLimits.line - text.length - 1, 'more')}`);
    const speaker = full(textLimits.speaker);
    const [from] = lines.flatMap(({ speaker: name }) => name ?? []);
    if (from) await member.call(transcriptRoutes.renameSpeaker, { passthrough: id, from, to: speaker });
    await member.call(videoRoutes.save, {
      passthrough: id,
      title: full(textLimits.title),
      description: full(textLimits.description),
      summary: full(textLimits.summary),
      chapters: made.chapters.map(({ start, id: chapter }) => ({
        id: chapter,
        start,
        title: full(textLimits.chapter_title),
        summary: full(textLimits.chapter_summary),
        quote: [full(textLimits.quote), full(textLimits.quote, 'other')],
        search: full(textLimits.answer),
      })),
    });
    const video = await fetchAsset(member, id);
    const [kept] = await highlightsOf(member, id);
    assert.ok(kept!.words.length <= textLimits.words && kept!.words.length > textLimits.words - 10);

    const { url } = await member.call(exportRoutes.exportLink, { recordings: 'with' });
    const file = join(suite.place.dataDir, 'export.zip');
    await writeFile(file, Buffer.from(await (await fetch(new URL(url, suite.server.origin))).arrayBuffer()));
    const stranger = await suite.signUp();
    const lost: unknown[] = [];
    const [copy] = await importArchive(suite.world, stranger.session.id, file, {
      onOpen: async ({ without, cut }) => void lost.push({ without, cut }),
    });
    assert.deepEqual(lost, [{ without: 0, cut: 0 }]);
    const shownToOwner = texts(video);
    for (const { quote } of shownToOwner.chapters) for (const each of quote) if (each.edited) each.imported = true;
    assert.deepEqual(texts(await waitUntilProcessed(stranger, copy!)), shownToOwner);
    assert.deepEqual(await highlightsOf(stranger, copy!), await highlightsOf(member, id));
  });

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

  it('cuts texts to the limit of a whole video, when an archive has a thousand long chapters', async () => {
    const chapters = Array.from({ length: 990 }, (_, n) => ({
      start: n / 100,
      end: (n + 1) / 100,
      title: `Chapter ${n}`,
      summary: '',
      quotes: [],
      search: 'a'.repeat(textLimits.answer - 100),
      edited: [],
    }));
    const told = { chapters, transcript_language: 'l'.repeat(300_000) };
    const { archive, problem, video } = await bringIn(told, false);
    assert.ok(archive.length > 49_000_000);
    assert.equal(
      problem,
      '201 texts were too long and have been shortened. 790 chapters were skipped: a video can have no more than 200.',
    );
    const { id, playback_id } = video;
    const { rows } = await suite.world.database.pool.query<{ bytes: number; language: number | null }>(
      `select octet_length(transcript_language) as language, (
           select sum(length(title) + length(summary) + length(quotes::text) + length(search))::int from chapters
           where video_id = videos.id) as bytes
         from videos where id = $1`,
      [id],
    );
    assert.ok(rows[0]!.bytes <= textLimits.chapters && rows[0]!.language === null);
    const shown = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const answer = await fetch(`${suite.server.origin}/media/${playback_id}/chapters.vtt`);
        return answer.status === 200 ? answer.text() : '';
      }),
    );
    assert.ok(shown.some((each) => each.includes('Chapter 199')) && shown.every((each) => each.length < 20_000));
  });
});
