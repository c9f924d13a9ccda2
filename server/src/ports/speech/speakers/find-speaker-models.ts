import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SpeechConfigError } from '../port.ts';
import type { SpeakerModels } from './models.ts';

/** Finds the models in a folder: `*segmentation*.onnx` and `*embedding*.onnx`. Throws `SpeechConfigError`. */
export async function findSpeakerModels(folder: string): Promise<SpeakerModels> {
  const names = await readdir(folder).catch(() => {
    throw new SpeechConfigError(`SPEAKERS_MODEL_DIR: ${folder} is no folder that can be read.`);
  });
  const needed = (word: string): string => {
    const name = names.filter((each) => each.endsWith('.onnx') && each.includes(word)).sort()[0];
    if (name === undefined) throw new SpeechConfigError(`SPEAKERS_MODEL_DIR: ${folder} has no *${word}*.onnx.`);
    return join(folder, name);
  };
  return { segmentation: needed('segmentation'), embedding: needed('embedding') };
}
