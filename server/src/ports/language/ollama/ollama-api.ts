import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import { AnswerTooLong } from '../../../platform/http/outside-call.ts';

/** A refusal by Ollama's HTTP API, with its status and message. */
export class OllamaRefusal extends Error {
  override readonly name = 'OllamaRefusal';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(url: string, status: number, said: string, headers: Record<string, string> = {}) {
    super(`${url}: ${status}: ${said.slice(0, 500)}`);
    this.status = status;
    this.headers = headers;
  }
}

/** The connection ended before the answer did. */
class OllamaCut extends Error {
  override readonly name = 'OllamaCut';
}

/** Bytes of a line, and of all lines of an answer: no honest one has more. */
const longest = { line: 1024 ** 2, answer: 64 * 1024 ** 2 };

/**
 * Calls Ollama's HTTP API. `fetch` gives up after five silent minutes; a model that loads from a slow disk and reads a
 * long transcript on CPU takes longer.
 */
function call(url: string, body: object | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(
    url,
    { method: body ? 'POST' : 'GET', headers: { 'content-type': 'application/json' }, signal },
    resolve,
  );
  request.on('error', reject).end(body && JSON.stringify(body));
  return promise.then(async (reply) => {
    if (reply.statusCode === 200) return reply;
    const said = await text(limited(reply, longest.line));
    throw new OllamaRefusal(url, reply.statusCode ?? 0, errorIn(said) ?? said, plainHeaders(reply));
  });
}

const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

async function* limited(reply: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of reply) {
    bytes += piece.length;
    if (bytes > most) throw new AnswerTooLong(most);
    yield piece;
  }
}

/** Reads the message of a failure: `{"error": "…"}`. */
function errorIn(json: string): string | undefined {
  try {
    const value = JSON.parse(json) as { error?: unknown } | null;
    return typeof value?.error === 'string' ? value.error : undefined;
  } catch {
    return undefined;
  }
}

/** The names of the models a server has, as `ollama list` shows them. */
export async function installedModels(server: string, signal: AbortSignal): Promise<string[]> {
  const reply = await call(`${server}/api/tags`, undefined, signal);
  const { models } = JSON.parse(await text(limited(reply, longest.answer))) as { models?: { name?: unknown }[] };
  if (!Array.isArray(models)) throw new Error(`${server}/api/tags: is no list of models.`);
  return models.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

/** How a model is asked to think: not at all, at all, or by a level it has a name for. */
export type Thinking = boolean | string;

/** Facts a server tells of a model; `thinking` holds the ways it takes, none where it cannot. */
export type OllamaModelFacts = { context: number | undefined; thinking: readonly Thinking[] };

const name = boundedText(200);

const Shown = z.object({
  capabilities: z.array(name).optional(),
  thinking: z.object({ values: z.array(z.union([z.boolean(), name])) }).optional(),
  details: z.object({ family: name.optional() }).optional(),
  model_info: z.record(name, z.unknown()).optional(),
});

/** Levels of the one family that cannot leave it, for servers that do not list them. */
const levels = ['low', 'medium', 'high'];

/** Asks how long a context a model has and whether it thinks. Fields of `/api/show` that are missing tell nothing. */
export async function showModel(server: string, model: string, signal: AbortSignal): Promise<OllamaModelFacts> {
  const reply = await call(`${server}/api/show`, { model }, signal);
  const shown = Shown.safeParse(JSON.parse(await text(limited(reply, longest.answer)))).data ?? {};
  const { capabilities = [], thinking, details, model_info = {} } = shown;
  const [, context] = Object.entries(model_info).find(([name]) => name.endsWith('.context_length')) ?? [];
  const usual = details?.family === 'gptoss' ? levels : [false, true];
  return {
    context: typeof context === 'number' && Number.isSafeInteger(context) && context > 0 ? context : undefined,
    thinking: thinking?.values ?? (capabilities.includes('thinking') ? usual : []),
  };
}

/** A line of an answer in pieces; every field may be missing. */
export type OllamaChunk = {
  status?: string;
  digest?: string;
  total?: number;
  completed?: number;
  message?: { content?: string; thinking?: string };
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
};

/**
 * The lines of an answer, as they come. Throws what it says of a failure in the middle, and `OllamaCut` where it breaks
 * off.
 */
export async function* streamOllamaChunks(
  server: string,
  path: '/api/pull' | '/api/chat',
  body: object,
  signal: AbortSignal,
): AsyncGenerator<OllamaChunk> {
  const url = `${server}${path}`;
  const reply = await call(url, { ...body, stream: true }, signal);
  let broken: unknown;
  let bytes = 0;
  reply.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > longest.answer) reply.destroy(new AnswerTooLong(longest.answer));
  });
  reply.on('error', (error) => (broken = error));
  for await (const line of createInterface({ input: reply, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const failure = errorIn(line);
    if (failure !== undefined) throw new OllamaRefusal(url, 500, failure);
    let piece: unknown;
    try {
      piece = JSON.parse(line);
    } catch {
      throw new OllamaCut(`${url}: a line is no JSON: ${line.slice(0, 200)}`);
    }
    yield (typeof piece === 'object' && piece !== null ? piece : {}) as OllamaChunk;
  }
  signal.throwIfAborted();
  if (broken instanceof AnswerTooLong) throw broken;
  if (broken || !reply.complete) throw new OllamaCut(`${url}: the connection was lost in the middle of the answer.`);
}
