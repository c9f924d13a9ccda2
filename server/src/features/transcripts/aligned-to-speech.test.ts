// full: captions aligned to recorded speech
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import '../../../test/system-ffmpeg.ts';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { TestMember } from '../../../test/member.ts';
import { spokenRecording } from '../../../test/speech/recogniser.ts';
import { writeToyModel } from '../../../test/speech/toy-model.ts';
import { uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { describeServer } from '../../../test/describe-server.ts';

let folder: string;
let recording: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-aligned-'));
  recording = join(folder, 'long.m4a');
  const repeated = ['-v', 'error', '-stream_loop', '5', '-i', spokenRecording, '-c', 'copy', recording];
  await promisify(execFile)('ffmpeg', repeated);
  await writeToyModel(join(folder, 'model'));
});
after(() => rm(folder, { recursive: true, force: true }));

const env = () => ({ SPEECH: 'local', SPEECH_MODEL_DIR: join(folder, 'model') });

describeServer('a transcript without times', { env }, (suite) => {
  let member: TestMember;
  /** The engine's own transcript of the recording. */
  let heard: VideoDetail;
  before(async () => {
    member = await suite.signUp();
    heard = await waitUntilProcessed(member, await uploadFile(member, recording));
  });

  const give = async (text: string): Promise<VideoDetail> => {
    const body = Buffer.from(text);
    await member.call(uploadRoutes.captions, { passthrough: heard.id, name: 'minutes.txt' }, { body });
    return waitUntilProcessed(member, heard.id);
  };
  const noteOf = (video: VideoDetail) => video.steps.find(({ step }) => step === 'transcript')!.note;

  it('gets the times at which its words are heard', async () => {
    const cues = webvttCues(heard.vtt);
    const lines = cues.map(({ text }) => text);
    // A person writes one word otherwise, and one that nobody says.
    const written = lines.with(1, `${lines[1]} indeed`).with(2, lines[2]!.replace(/\S+$/, 'Zeppelin'));
    const video = await give(`${written.join('\n')}\n`);
    assert.deepEqual(
      [noteOf(video), video.transcript_source, video.transcript_estimated, video.transcript_alignment],
      ['from your transcript, aligned to what a model on this server heard', 'file', false, 'aligned'],
    );
    const found = webvttCues(video.vtt);
    const texts = found.map(({ text }) => text);
    assert.deepEqual(texts, written);
    for (const [n, { start }] of found.entries())
      assert.ok(Math.abs(start - cues[n]!.start) < 0.1, `line ${n} begins at ${start}, not at ${cues[n]!.start}`);
  });

  it('estimates times and reports why, when too few words are heard', async () => {
    const video = await give('Glaciers move every single day, and melt in the heat of summer.\n'.repeat(8));
    assert.match(noteOf(video)!, /^from your transcript.*estimated, since only \d+ % of its words were heard$/);
    assert.deepEqual([video.transcript_estimated, video.transcript_alignment], [true, 'unlike']);
    assert.ok(webvttCues(video.vtt).at(-1)!.start > video.duration * 0.6);
  });
});
