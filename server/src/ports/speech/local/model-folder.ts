import { join } from 'node:path';
import { Problem } from '@lectern/contract/problem';
import { damagedFile, discardFile, ensureSpeechModel, type ModelSource } from './fetch-model.ts';
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

/** The files of a model: fetched where they are not the operator's `own`, and compared with their checksums once. */
export function createModelFolder({ own, ...source }: ModelSource & { own: string | undefined }) {
  const { folder } = source;
  let checked = false;

  /**
   * Throws when a file is damaged: a fetched one is fetched again by the next attempt, the operator's own is theirs.
   */
  async function assertIntact(signal: AbortSignal): Promise<void> {
    const damaged = await damagedFile(folder, signal);
    if (damaged === undefined) return;
    checked = false;
    const cause = `${join(folder, damaged)} is damaged: it is not what manifest.json says.`;
    if (own !== undefined) throw new Problem('speech_refused', { cause });
    await discardFile(folder, damaged);
    throw new Problem('speech_failed', { cause });
  }

  return {
    path: folder,
    assertIntact,
    /** Resolves when they are there, and have been compared in the life of this process. */
    async ready(signal: AbortSignal, onNote: (note: string) => void): Promise<void> {
      if (own === undefined) await ensureSpeechModel(source, { signal, onNote });
      if (!checked) await assertIntact(signal);
      checked = true;
    },
  };
}
