import type { IncomingMessage } from 'node:http';
import { Problem } from '@lectern/contract/problem';
import { second } from '@lectern/contract/rules/durations';
import { type OutboundRules, requestGuarded } from '../../platform/outbound/guarded-request.ts';

/** Milliseconds for the head of an answer, and in which its body must bring `leastBytes`. */
const windowMs = 30 * second;
const leastBytes = 15_000;

/** Answer with a recording: from this byte on, of so many, where the server says. */
export type SourceReply = {
  first: number;
  size: number | undefined;
  /** Names this content when the rest is asked for. */
  validator: string | null;
  bytes: AsyncGenerator<Buffer, void>;
};

type Wanted = { first: number; validator: string | null; signal: AbortSignal };

const failed = (cause: unknown): Problem => new Problem('source_failed', { cause });

/** Whether nobody knows the host of an address; one that could not be asked for is another thing. */
const isUnknownHost = ({ cause }: Problem): boolean =>
  (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOTFOUND';

/** Awaits a part of an answer, and gives up the answer when it takes too long. */
async function awaitSource<T>(slow: AbortController, part: Promise<T>): Promise<T> {
  const timer = setTimeout(() => slow.abort(), windowMs);
  try {
    return await part;
  } catch (error) {
    throw error instanceof Problem ? error : failed(error);
  } finally {
    clearTimeout(timer);
  }
}

async function* readSource(reply: IncomingMessage, slow: AbortController): AsyncGenerator<Buffer, void> {
  const parts = (reply as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let [waitedMs, bytes] = [0, 0];
  try {
    for (;;) {
      const began = performance.now();
      const { done, value } = await awaitSource(slow, parts.next());
      if (done) return;
      // Our own slowness is not theirs.
      waitedMs += performance.now() - began;
      bytes += value.length;
      if (waitedMs > windowMs) {
        if (bytes < leastBytes) throw failed(new Error(`${bytes} bytes in ${waitedMs} ms`));
        [waitedMs, bytes] = [0, 0];
      }
      yield value;
    }
  } finally {
    reply.destroy();
  }
}

/** Weak tags name no bytes (RFC 9110, section 13.1.5). */
const validatorOf = ({ headers: { etag, 'last-modified': at } }: IncomingMessage): string | null =>
  (etag !== undefined && !etag.startsWith('W/') ? etag : at) ?? null;

/** Throws why an answer is no recording, or no part of one. */
function readHead(reply: IncomingMessage, wanted: number): Pick<SourceReply, 'first' | 'size'> {
  const { statusCode: status = 0, headers } = reply;
  if (status === 206) {
    const [, first, size] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '') ?? [];
    if (Number(first) !== wanted) throw failed(new Error(`content-range: ${headers['content-range']}`));
    return { first: wanted, size: size === '*' ? undefined : Number(size) };
  }
  if (status !== 200) throw [401, 403, 404, 410].includes(status) ? new Problem('source_missing') : failed(status);
  if (/^(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '')) throw new Problem('source_is_page');
  const length = headers['content-length'];
  return { first: 0, size: length === undefined ? undefined : Number(length) };
}

/**
 * Asks for a recording from a byte on; the answer begins at 0 where it has changed, or comes whole only. Throws
 * `address_refused`, `source_missing`, `source_is_page` and `source_failed`.
 */
export async function requestSource(
  url: string,
  rules: OutboundRules,
  { first: wanted, validator, signal }: Wanted,
): Promise<SourceReply> {
  const slow = new AbortController();
  const reply = await awaitSource(
    slow,
    requestGuarded(url, rules, {
      method: 'GET',
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'Lectern/1',
        // Without a validator bytes of another content could follow.
        ...(wanted > 0 && validator !== null ? { range: `bytes=${wanted}-`, 'if-range': validator } : {}),
      },
      signal: AbortSignal.any([signal, slow.signal]),
    }),
  ).catch((error: unknown) => {
    const isMistyped = wanted === 0 && error instanceof Problem && isUnknownHost(error);
    throw isMistyped ? new Problem('source_missing', { cause: error.cause }) : error;
  });
  try {
    return { ...readHead(reply, wanted), validator: validatorOf(reply), bytes: readSource(reply, slow) };
  } catch (error) {
    reply.destroy();
    throw error;
  }
}
