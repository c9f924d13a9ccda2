import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { itInFullRun } from '../rare.ts';
import { spokenRecording } from './recogniser.ts';
import { writeToyModel } from './toy-model.ts';

const program = join(import.meta.dirname, '../../src/main/cli.ts');

describe('`lectern chapter` of a recording', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-cli-'));
    await writeToyModel(join(folder, 'model'));
    // Folders of the person's own beside the recording stay.
    await mkdir(join(folder, 'speech'));
    await copyFile(spokenRecording, join(folder, 'talk.m4a'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const chapter = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [program, 'chapter', join(folder, 'talk.m4a'), '--json'], {
      env: { PATH: process.env.PATH, ...env },
    });

  it('`lectern chapter` recognises the speech of a recording without captions', async () => {
    const { stdout } = await chapter({ SPEECH: 'local', SPEECH_MODEL_DIR: join(folder, 'model') });
    const { chapters } = JSON.parse(stdout) as { chapters: { start: string; end: string }[] };
    assert.deepEqual([chapters.length, chapters[0]!.start], [1, '00:00:00']);
    assert.deepEqual((await readdir(folder)).sort(), ['model', 'speech', 'talk.m4a']);
  });

  itInFullRun('`lectern chapter` says what is missing without captions and without a speech engine', async () => {
    await assert.rejects(chapter({ SPEECH: 'captions' }), (error) => {
      const { code, stderr } = error as { code: number; stderr: string };
      return code === 1 && stderr === 'No transcript yet: add captions (--captions FILE) or a speech engine.\n';
    });
  });
});
