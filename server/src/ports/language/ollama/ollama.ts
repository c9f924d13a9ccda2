import { untilAborted } from '../../../platform/limits/until-aborted.ts';
import { createLanguage, type ModelSettings } from '../ask.ts';
import { type LanguageEngine, LanguageFailure } from '../port.ts';
import { type Fetched, pullOllamaModel, type PullTimeouts, defaultPullTimeoutsMs } from './fetch-model.ts';
import { installedModels, OllamaRefusal, type OllamaModelFacts, showModel } from './ollama-api.ts';
import { ollamaModel } from './ollama-model.ts';

/** Tokens asked for where nothing is set, for more than an hour of speech, and beside them for thoughts. */
const usualContext = 32_768;
const mostThought = 8192;

/** Milliseconds in which a server that runs says what it has. */
const soon = 10_000;

type Settings = Omit<ModelSettings, 'key' | 'url'> & { url: string };
/** Receives messages while the model is made ready. */
type Told = { info(text: string): void; warn(text: string): void };

/** Ollama calls a model without a tag its latest. */
const fullName = (model: string): string => (/:[^/]*$/.test(model) ? model : `${model}:latest`);

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);
const percent = ({ completed, total }: Fetched): number => (total > 0 ? Math.floor((completed / total) * 100) : 0);

/**
 * A model of an Ollama server, checked on demand: a missing server or deleted model shows at the next question.
 * Failures are reported, never masked by another model.
 */
export function createOllama(
  { model, url, context, ...rest }: Settings,
  tell: Told,
  patience: PullTimeouts = defaultPullTimeoutsMs,
): LanguageEngine & Required<Pick<LanguageEngine, 'prepare' | 'state'>> {
  const server = url.replace(/\/+$/, '');
  let ready = false;
  let fetching = false;
  let state = { text: `${server} has not been asked yet`, ok: true };
  let facts: OllamaModelFacts | undefined;
  let underWay: Promise<void> | undefined;
  const listeners = new Set<(fraction: number, note: string) => void>();

  const provider = ollamaModel({
    server,
    name: model,
    room,
    thinking: () => facts?.thinking ?? [],
    onMissing: () => {
      ready = false;
      facts = undefined;
    },
  });
  const language = createLanguage(provider, {
    identity: `ollama/${model}`,
    label: model,
    limit: (longest) => longest,
    async readContext() {
      await readFacts();
      const { context: whole, thoughts } = room();
      return whole - thoughts;
    },
    ...rest,
  });

  /** Tokens asked for: as many as are set or usual, beside them the thoughts of a model that has some. */
  function room(): { context: number; thoughts: number } {
    const most = Math.min(context ?? Infinity, facts?.context ?? Infinity);
    const thinks = facts !== undefined && facts.thinking.length > 0;
    const whole = Math.min(most, context ?? usualContext + (thinks ? mostThought : 0));
    return { context: whole, thoughts: thinks ? Math.min(mostThought, Math.floor(whole / 4)) : 0 };
  }

  /** Servers tell nothing of a model they have not fetched yet. */
  async function readFacts(): Promise<void> {
    facts ??= await showModel(server, model, AbortSignal.timeout(soon)).catch(() => undefined);
  }

  async function makeReady(): Promise<void> {
    const installed = await listed();
    if (installed.some((name) => name === model || name === fullName(model))) {
      state = { text: `${server} has ${installed.join(', ')}`, ok: true };
      await readFacts();
      ready = true;
      return;
    }
    tell.info(`Ollama at ${server} has ${installed.join(', ') || 'no model'}; it fetches ${model} now.`);
    let told = -10;
    fetching = true;
    await pullOllamaModel(server, model, {
      patience,
      signal: new AbortController().signal,
      onProgress(fetched) {
        const share = percent(fetched);
        const note = `Fetching ${model}: ${share} % of ${gigabytes(fetched.total)} GB`;
        state = { text: note, ok: true };
        for (const listener of listeners) listener(share / 100, note);
        if (share < told + 10) return;
        told = share;
        tell.info(`${note}.`);
      },
    });
    tell.info(`Ollama has ${model}.`);
    state = { text: `${server} has ${[...installed, model].join(', ')}`, ok: true };
    await readFacts();
    ready = true;
  }

  async function listed(): Promise<string[]> {
    return installedModels(server, AbortSignal.timeout(soon));
  }

  /** The failure as people and the log are told of it. */
  function failed(error: unknown): LanguageFailure {
    const cause = error instanceof Error ? error : new Error(String(error));
    const refused = cause instanceof OllamaRefusal && cause.status < 500;
    const text = refused
      ? `Ollama at ${server} does not give ${model}: ${cause.message}`
      : `Ollama at ${server} cannot be used: ${cause.message}. Start it (ollama serve), or set OLLAMA_URL`;
    state = { text, ok: false };
    tell.warn(`${text}.`);
    return new LanguageFailure(refused ? 'language_refused' : 'language_failed', { cause: new Error(text) });
  }

  return {
    ...language,
    state: () => state,
    async prepare({ signal, onProgress } = {}) {
      if (ready) return;
      underWay ??= makeReady()
        .catch((error: unknown) => Promise.reject(failed(error)))
        .finally(() => {
          underWay = undefined;
          fetching = false;
        });
      if (onProgress) listeners.add(onProgress);
      try {
        await (signal ? untilAborted(underWay, signal) : underWay);
      } finally {
        if (onProgress) listeners.delete(onProgress);
      }
    },
    async ask(question) {
      // A question must not wait for a download of gigabytes.
      if (fetching)
        throw new LanguageFailure('language_failed', {
          cause: new Error(state.text),
          detail: 'The language model is still being downloaded. Please try again later.',
        });
      await this.prepare({ signal: question.signal });
      return language.ask(question);
    },
  };
}
