import { z } from 'zod';
import { DownloadFailed, type Digest } from '../../../platform/download.ts';

const sha256 = /^[0-9a-f]{64}$/;

/** `manifest.json` beside the files of a model: what each of them must be. */
export const Manifest = z.object({
  files: z
    .array(
      z.object({
        name: z.string().regex(/^[\w][\w.-]*$/),
        size: z.number().int().positive(),
        sha256: z.string().regex(sha256),
      }),
    )
    .min(1),
});
export type Manifest = z.output<typeof Manifest>;

export type Described = { name: string; size: number; digest: Digest };

/** The list of the files at an address of one's own: its `manifest.json`. */
export async function readManifest(url: string, signal: AbortSignal): Promise<Described[]> {
  const { text } = await reach(`${url}/manifest.json`, { signal });
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success)
    throw new DownloadFailed(`${url}/manifest.json is not {"files": [{"name", "size", "sha256"}, …]}`, true);
  return parsed.data.files.map(({ name, size, sha256 }) => ({ name, size, digest: { kind: 'sha256', hex: sha256 } }));
}

/**
 * What the hub says about its files: it names large ones by their SHA-256, small ones as git does. Asked without
 * following to the store behind it, which does not know.
 */
export async function askHub(url: string, names: readonly string[], signal: AbortSignal): Promise<Described[]> {
  const found: Described[] = [];
  for (const name of names) {
    const { headers } = await reach(`${url}/${name}`, { method: 'HEAD', redirect: 'manual', signal });
    const etag = (headers.get('x-linked-etag') ?? headers.get('etag') ?? '').replace(/^W\/|"/g, '');
    const size = Number(headers.get('x-linked-size') ?? headers.get('content-length'));
    const kind = sha256.test(etag) ? 'sha256' : /^[0-9a-f]{40}$/.test(etag) ? 'git' : undefined;
    if (!kind || !Number.isSafeInteger(size) || size <= 0)
      throw new DownloadFailed(`${url}/${name}: the hub tells no checksum (${etag}, ${size} bytes)`, true);
    found.push({ name, size, digest: { kind, hex: etag } });
  }
  return found;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function reach(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<{ headers: Headers; text: string }> {
  try {
    const reply = await fetch(url, { ...init, signal: AbortSignal.any([init.signal, AbortSignal.timeout(30_000)]) });
    const text = await reply.text();
    if (reply.status >= 400) throw new DownloadFailed(`${url}: ${reply.status}`, reply.status < 500);
    return { headers: reply.headers, text };
  } catch (error) {
    init.signal.throwIfAborted();
    if (error instanceof DownloadFailed) throw error;
    const { message, cause } = error as Error;
    throw new DownloadFailed(`${url}: ${[message, (cause as Error | undefined)?.message].join(' ')}`, false);
  }
}
