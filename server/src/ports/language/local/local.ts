import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import { untilAborted } from '../../../platform/limits/until-aborted.ts';
import { createModelFolder } from '../../../platform/models/model-folder.ts';
import type { ModelTrouble } from '../../../platform/models/fetch-model.ts';
import { createLanguage } from '../ask.ts';
import { type LanguageEngine, LanguageFailure, type LanguageQuestion, QuestionAbandoned } from '../port.ts';
import { installCommand, isEngineInstalled, LocalModelRefused } from './llama.ts';
import { localModel } from './local-model.ts';
import { contextWithin, knownModels, type LocalModelName, memoryOf, usualMemory } from './models.ts';

export type LocalModelSettings = {
  model: LocalModelName;
  /** A folder of the operator's own with the weights; then nothing is fetched. */
  modelDir: string | undefined;
  /** Address with the weights and their manifest, instead of the public hub. */
  modelUrl: string | undefined;
  /** Where fetched weights are kept. */
  dataDir: string;
  /** Tokens of question and answer together. */
  context: number;
  /** Bytes the process of the model may take; undefined: most of what the machine has. */
  memory: number | undefined;
  /** Milliseconds an answer may take. */
  timeout: number;
  threads?: number;
};

/** Receives messages while the model is made ready. */
type Told = { info(text: string): void; warn(text: string): void };

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

/** The weights in a folder: one GGUF file, or the first part of several. Throws `LocalModelRefused`. */
async function findWeights(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => {
    throw new LocalModelRefused(`LANGUAGE_MODEL_DIR: ${folder} is no folder that can be read.`);
  });
  const found = names.filter((name) => name.endsWith('.gguf') && !/-\d{5}-of-\d{5}\.gguf$/.test(name));
  const [first, ...more] = found.length > 0 ? found : names.filter((name) => /-00001-of-\d{5}\.gguf$/.test(name));
  if (first === undefined || more.length > 0)
    throw new LocalModelRefused(`LANGUAGE_MODEL_DIR: ${folder} has ${first ? 'several models' : 'no model'} (*.gguf).`);
  return join(folder, first);
}

function remedyFor(model: LocalModelName, memory: number): string {
  const context = contextWithin(model, memory);
  return context === 0
    ? 'Choose another engine, or set a larger LANGUAGE_MEMORY_BYTES.'
    : `Set LANGUAGE_CONTEXT_TOKENS=${context}, or a larger LANGUAGE_MEMORY_BYTES.`;
}

const failureOfFiles = (trouble: ModelTrouble, cause: unknown): LanguageFailure =>
  new LanguageFailure(trouble === 'refused' || trouble === 'disk_full' ? 'language_refused' : 'language_failed', {
    cause,
  });

/**
 * A language model on this machine by node-llama-cpp: one answer at a time, each in a process of its own. Throws
 * `LocalModelRefused` where it cannot work.
 */
export async function createLocalLanguage(
  {
    model,
    modelDir,
    modelUrl,
    dataDir,
    context,
    memory = usualMemory(),
    timeout,
    threads = availableParallelism(),
  }: LocalModelSettings,
  tell: Told,
): Promise<LanguageEngine & Required<Pick<LanguageEngine, 'prepare' | 'state'>>> {
  if (!isEngineInstalled())
    throw new LocalModelRefused(
      `LANGUAGE_ENGINE: local needs node-llama-cpp, which is not installed. Run ${installCommand}, or choose another engine.`,
    );
  const known = knownModels[model];
  const own = modelDir && basename(await findWeights(modelDir), '.gguf');
  if (own === undefined && memoryOf(model, context) > memory)
    throw new LocalModelRefused(
      `LANGUAGE_ENGINE: ${known.label} needs ${gigabytes(memoryOf(model, context))} GB of memory with ${context} tokens and may take ${gigabytes(memory)} GB. ${remedyFor(model, memory)}`,
    );
  const files = createModelFolder({
    known,
    what: `the language model ${known.label}`,
    own: modelDir,
    url: modelUrl,
    folder: modelDir ?? join(dataDir, 'models', model),
    failure: failureOfFiles,
  });
  const name = own ?? model;
  const label = `${own ?? known.label} on this machine`;
  const language = createLanguage(
    localModel({ name, findFile: () => findWeights(files.path), context, memory, timeout, threads }),
    {
      identity: `local/${name}`,
      label,
      readContext: () => Promise.resolve(context),
      timeout,
      limit: (longest) => longest,
      takesCutAnswers: true,
    },
  );
  /** An answer takes all cores; its time begins with its turn. */
  const turn = createSemaphore({ maxConcurrent: 1 });
  const listeners = new Set<(fraction: number, note: string) => void>();
  let isReady = false;
  let underWay: Promise<void> | undefined;
  let state = { text: `${label} has not been asked yet`, ok: true };

  async function makeReady(): Promise<void> {
    let told = -1;
    await files.ready(new AbortController().signal, (note, share) => {
      state = { text: note, ok: true };
      for (const listener of listeners) listener(share, note);
      if (Math.floor(share * 10) === told) return;
      told = Math.floor(share * 10);
      tell.info(`${note}.`);
    });
    state = { text: `${label} is there`, ok: true };
    isReady = true;
  }

  function failed(error: unknown): unknown {
    if (error instanceof QuestionAbandoned) return error;
    const { cause, message } = error as Error;
    state = { text: `${label}: ${cause instanceof Error ? cause.message : String(cause ?? message)}`, ok: false };
    tell.warn(`${state.text}.`);
    return error;
  }

  async function answer(question: LanguageQuestion) {
    try {
      const answered = await language.ask(question);
      state = { text: `${label} has answered`, ok: true };
      return answered;
    } catch (error) {
      // Damaged weights end the process that loads them: compared again, they are fetched again.
      if (error instanceof LanguageFailure) {
        isReady = false;
        await files.assertIntact(question.signal);
      }
      throw error;
    }
  }

  const prepare: LanguageEngine['prepare'] & {} = async ({ signal, onProgress } = {}) => {
    if (isReady) return;
    underWay ??= makeReady()
      .catch((error: unknown) => Promise.reject(failed(error) as Error))
      .finally(() => (underWay = undefined));
    if (onProgress) listeners.add(onProgress);
    try {
      await (signal ? untilAborted(underWay, signal) : underWay);
    } finally {
      if (onProgress) listeners.delete(onProgress);
    }
  };

  return {
    ...language,
    state: () => state,
    prepare,
    async ask(question) {
      const { signal } = question;
      // A question must not wait for a download of gigabytes.
      if (underWay)
        throw new LanguageFailure('language_failed', {
          cause: new Error(state.text),
          detail: 'The language model is still being downloaded. Please try again later.',
        });
      try {
        await prepare({ signal });
        return await turn(() => answer(question), { signal });
      } catch (error) {
        if (signal.aborted && !(error instanceof QuestionAbandoned)) throw new QuestionAbandoned(signal.reason, []);
        throw failed(error);
      }
    },
  };
}
