// full: it kills a whole server while its model answers; local.test.ts kills the model alone
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import '../../../../test/system-ffmpeg.ts';
import { describeProcess } from '../../../../test/describe-process.ts';
import { makeTinyModel } from '../../../../test/language/tiny-model.ts';
import { eventually } from '../../../../test/member.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describeProcess('a server that is killed while a model on its machine answers', {}, (suite) => {
  it('takes the model with it, and has chapters after a restart', async () => {
    const modelDir = await mkdtemp(join(tmpdir(), 'lectern-killed-model-'));
    await writeFile(join(modelDir, 'tiny.gguf'), makeTinyModel());
    const settings = { LANGUAGE_ENGINE: 'local', LANGUAGE_MODEL_DIR: modelDir };
    await suite.server.stop();
    await suite.start(settings);
    const { member } = suite;
    const id = await uploadFile(member, getSamplePath('webinar.mp4'), { captions: getSamplePath('webinar.vtt') });
    const answering = await eventually(async () => {
      const command = ['-P', String(suite.server.pid), '-f', 'answer.child.ts'];
      const { stdout } = await promisify(execFile)('pgrep', command).catch(() => ({ stdout: '' }));
      return stdout === '' ? undefined : Number(stdout.split('\n')[0]);
    }, 'the model to answer');
    await suite.server.kill();
    await eventually(async () => !isAlive(answering) || undefined, 'the model to end');
    // The built-in engine: random weights talk for minutes.
    await suite.start();
    const { chapters, steps } = await waitUntilProcessed(member, id);
    assert.ok(chapters.length > 1, JSON.stringify(chapters));
    assert.equal(steps.find(({ step }) => step === 'chapters')!.state, 'done');
    await suite.server.stop();
    await rm(modelDir, { recursive: true });
  });
});
