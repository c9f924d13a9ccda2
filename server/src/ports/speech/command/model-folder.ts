import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SpeechConfigError } from '../port.ts';

/** The parts of a PocketSphinx model: sounds, pronunciations, and which words follow each other. */
export type PocketsphinxModel = {
  acoustic: string;
  dictionary: string;
  words: { option: '-lm' | '-jsgf'; file: string };
};

const isWords = (name: string): boolean => /\.(lm|lm\.bin|lm\.dmp|jsgf|gram)$/i.test(name);

/**
 * Finds an acoustic model (`mdef`), dictionary (`.dict`), and language model (`.lm`, `.lm.bin`) or grammar (`.gram`,
 * `.jsgf`), which `wanted` selects. Throws `SpeechConfigError` naming what is missing.
 */
export async function findModel(folder: string, wanted: string | undefined): Promise<PocketsphinxModel> {
  const names = await readdir(folder).catch(() => {
    throw new SpeechConfigError(`SPEECH_MODEL_DIR: ${folder} is no folder that can be read.`);
  });
  const acoustic = await firstOf(
    names.map((name) => join(folder, name)),
    async (path) => (await stat(join(path, 'mdef'))).isFile(),
  );
  if (!acoustic)
    throw new SpeechConfigError(`SPEECH_MODEL_DIR: ${folder} has no folder with an acoustic model (mdef).`);
  const dictionary = names.find((name) => name.endsWith('.dict'));
  if (!dictionary) throw new SpeechConfigError(`SPEECH_MODEL_DIR: ${folder} has no dictionary (a file *.dict).`);
  const models = names.filter(isWords);
  const words = wanted === undefined && models.length === 1 ? models[0] : models.find((name) => name === wanted);
  if (!words)
    throw new SpeechConfigError(
      models.length === 0
        ? `SPEECH_MODEL_DIR: ${folder} has no language model or grammar (*.lm, *.lm.bin, *.gram).`
        : `SPEECH_MODEL: must name one of ${models.join(', ')}.`,
    );
  return {
    acoustic,
    dictionary: join(folder, dictionary),
    words: { option: /\.(jsgf|gram)$/i.test(words) ? '-jsgf' : '-lm', file: join(folder, words) },
  };
}

async function firstOf(paths: string[], test: (path: string) => Promise<boolean>): Promise<string | undefined> {
  for (const path of paths) if (await test(path).catch(() => false)) return path;
  return undefined;
}
