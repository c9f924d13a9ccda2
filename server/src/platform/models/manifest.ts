import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import { boundedFetch } from '../http/outside-call.ts';
import { DownloadError } from '../http/download.ts';

/** `manifest.json` beside the files of a model: what each of them must be. */
const Manifest = z.object({
  files: z
    .array(
      z.object({
        name: boundedText(255).regex(/^[\w][\w.-]*$/),
        size: z.number().int().positive(),
        sha256: boundedText(64).regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
});
export type ModelManifest = z.output<typeof Manifest>;

/** Undefined for a text that is none. */
export function readManifest(text: string): ModelManifest | undefined {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The manifest at an address. Throws `DownloadError`. */
export async function fetchManifest(url: string, signal: AbortSignal): Promise<ModelManifest> {
  const address = `${url}/manifest.json`;
  const found = readManifest(await textAt(address, signal));
  if (!found) throw new DownloadError(`${address} is not {"files": [{"name", "size", "sha256"}, …]}`, true);
  return found;
}

async function textAt(url: string, signal: AbortSignal): Promise<string> {
  try {
    const reply = await boundedFetch()(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]) });
    const text = await reply.text();
    if (!reply.ok) throw new DownloadError(`${url}: ${reply.status}`, reply.status < 500);
    return text;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DownloadError) throw error;
    const { message, cause } = error as Error;
    throw new DownloadError(`${url}: ${[message, (cause as Error | undefined)?.message].join(' ')}`, false);
  }
}

/** A model that can be chosen by name, and where its files lie on the public hub. */
export type KnownModel = {
  label: string;
  licence: string;
  url: string;
  /** `address`, where a file does not lie under `url` by its name. */
  files: readonly (ModelManifest['files'][number] & { address?: string })[];
};
