import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import '../../../test/system-ffmpeg.ts';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { describeServer } from '../../../test/describe-server.ts';
import { startFaultServer } from '../../../test/fault-server.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { openAiAnswer } from '../../../test/speech/provider-answers.ts';
import { spokenRecording } from '../../../test/speech/recogniser.ts';
import { uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { rerunFrom } from '../videos/pipeline.ts';

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
