import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A recording of eight seconds, made with the speech synthesiser flite; `spokenText` is what it says. */
export const spokenRecording = join(import.meta.dirname, 'spoken.m4a');
export const spokenText = 'welcome to the webinar today we talk about testing and about chapters thank you and goodbye';

/** Eleven seconds of a real speech in four phrases. */
export const jfk = join(import.meta.dirname, 'jfk.m4a');

/** Debian's package pocketsphinx-en-us, or the folder that the test switch names. */
const acousticModels = [process.env.LECTERN_TEST_ACOUSTIC_MODEL, '/usr/share/pocketsphinx/model/en-us/en-us'];

function isInstalled(): boolean {
  try {
    execFileSync('pocketsphinx_continuous', [], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/**
 * The settings of a genuine recogniser that knows the few words of `spoken`; undefined, and said so, where none is
 * installed.
 */
export async function findRecogniser(): Promise<Record<string, string> | undefined> {
  const acoustic = acousticModels.find((folder) => folder !== undefined && existsSync(join(folder, 'mdef')));
  if (!acoustic || !isInstalled()) {
    console.log(
      'PocketSphinx or its English model is not installed here: no speech is recognised for real (Debian: apt-get install pocketsphinx pocketsphinx-en-us; or name a model folder by LECTERN_TEST_ACOUSTIC_MODEL).',
    );
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'lectern-model-'));
  await symlink(acoustic, join(folder, 'en-us'));
  for (const file of ['words.dict', 'words.gram']) await cp(join(import.meta.dirname, file), join(folder, file));
  return { SPEECH: 'command', SPEECH_MODEL_DIR: folder };
}
