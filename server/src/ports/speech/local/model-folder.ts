import { join } from 'node:path';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import type { ModelTrouble } from '../../../platform/models/fetch-model.ts';
import { readdir } from 'node:fs/promises';
import { SpeechConfigError } from '../port.ts';
import type { ModelPaths } from './models.ts';

/**
 * Finds model files as sherpa-onnx packs them: `encoder`, `decoder`, `joiner` for transducers, preferring `int8`; and
 * `tokens.txt`. Throws `SpeechConfigError`.
 */
export async function findFiles(folder: string): Promise<ModelPaths> {
  const names = await readdir(folder).catch(() => {
    throw new SpeechConfigError(`SPEECH_MODEL_DIR: ${folder} is no folder that can be read.`);
  });
  const part = (word: string): string | undefined => {
    const found = names.filter((name) => name.endsWith('.onnx') && name.includes(word)).sort();
    const name = found.find((name) => name.includes('int8')) ?? found[0];
    return name && join(folder, name);
  };
  const needed = (what: string, path: string | undefined): string => {
    if (!path) throw new SpeechConfigError(`SPEECH_MODEL_DIR: ${folder} has no ${what}.`);
    return path;
  };
  const tokens = names.find((name) => name.endsWith('tokens.txt'));
  return {
    encoder: needed('encoder (*encoder*.onnx)', part('encoder')),
    decoder: needed('decoder (*decoder*.onnx)', part('decoder')),
    joiner: part('joiner'),
    tokens: needed('list of tokens (*tokens.txt)', tokens && join(folder, tokens)),
  };
}

const codes: Readonly<Record<ModelTrouble, ProblemCode>> = {
  refused: 'speech_refused',
  unreachable: 'speech_unreachable',
  damaged: 'speech_failed',
  disk_full: 'disk_full',
};
const noRoom =
  'The server does not have enough disk space for its speech model. Please contact support, or add captions.';

/** The failure of a model that is not there. */
export const speechModelFailure = (trouble: ModelTrouble, cause: unknown): Problem =>
  new Problem(codes[trouble], { cause, ...(trouble === 'disk_full' ? { detail: noRoom } : {}) });
