import { createHash, randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClosedPage, PortalPage } from '@lectern/contract/publishing/portal';
import { Problem } from '@lectern/contract/problem';
import type { SharePage } from '@lectern/contract/publishing/shares';
import { Tinypool } from 'tinypool';
import { builtChunks } from '../../../platform/http/built-chunks.ts';
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts';
import type { PageDrawing } from './page.thread.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { ByteStream } from '../../../ports/media/port.ts';
import { storageKeys } from '../../storage/keys.ts';
import { cuesAsJson } from '../../transcripts/cues.ts';
import type { VideoRow } from '../../videos/find-video.ts';

/** How a page is drawn on the server, and what the browser loads to take it over. */
export type PageRenderer<Page> = {
  /** Draws a page that holds no transcript (see `withTranscript` for those that do); for many who come it is kept. */
  render(page: Page): Promise<string>;
  /** The built module that draws, for the thread of pages. */
  module: string;
  script: string;
  preloads: string[];
  styles: string[];
};

/** The built pages that visitors see. */
type Renderer = {
  portal: PageRenderer<PortalPage>;
  share: PageRenderer<SharePage>;
  closed: PageRenderer<ClosedPage>;
};

/**
 * One thread draws all pages: three hours of transcript take about 50 ms, the most cues over a second, which would
 * block other requests. It ends when idle.
 */
const drawers = new Tinypool({
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 300_000,
});

/** Runs a function of a module in the thread of pages. */
const inDrawingThread = <Result>(module: URL, name: string, task: object): Promise<Result> =>
  drawers.run(task, { filename: module.href, name }) as Promise<Result>;

const pageThread = new URL('page.thread.ts', import.meta.url);

/** Pages kept as they were drawn: many come for the same. */
const mostKept = 16;

function remembering<Page>(draw: (page: Page) => Promise<string>): (page: Page) => Promise<string> {
  const kept = createMemoryCache<string>(mostKept, () => 1);
  return (page) => kept.through(createHash('sha256').update(JSON.stringify(page)).digest('base64'), () => draw(page));
}

const loaded = new Map<string, Promise<Renderer>>();

async function load(webRoot: string): Promise<Renderer> {
  const chunksOf = await builtChunks(webRoot);
  const built = join(webRoot, '../dist-portal/render.js');
  await access(built);
  const module = pathToFileURL(built).href;
  const drawn = <Page>(entry: string, render: string): PageRenderer<Page> => {
    const [main, ...others] = chunksOf([entry]).values();
    return {
      render: remembering((page) =>
        inDrawingThread<string>(pageThread, 'drawPage', { module, render, page } satisfies PageDrawing),
      ),
      module,
      script: `/${main!.file}`,
      preloads: others.map(({ file }) => `/${file}`),
      styles: [main!, ...others].flatMap(({ css }) => css ?? []).map((file) => `/${file}`),
    };
  };
  return {
    portal: drawn('src/portal/main.tsx', 'renderPortal'),
    share: drawn('src/portal/shares/main.tsx', 'renderShare'),
    // Without a script of its own: it looks as the portal does.
    closed: drawn('src/portal/main.tsx', 'renderClosed'),
  };
}

/** Loaded once for each built web app. Throws `unavailable` where none was built. */
export function loadRenderer(webRoot: string): Promise<Renderer> {
  const found =
    loaded.get(webRoot) ??
    load(webRoot).catch((cause: unknown) => {
      loaded.delete(webRoot);
      throw new Problem('unavailable', { cause });
    });
  loaded.set(webRoot, found);
  return found;
}

/** Random per process, so pages drawn by another program version are not reused. */
const program = randomUUID();

type Making = {
  /** A module for the thread of pages, and its function: it gets `of` with the transcript, and returns bytes. */
  thread: URL;
  name: string;
  /** Everything that is shown besides the transcript. */
  of: object;
  shows_transcript: boolean;
};

/** Input of such a function. `cues` is a JSON array, parsed in the thread. */
export type WithCues<Of extends object> = Of & { cues: string };

/**
 * Serves pages with a transcript, possibly megabytes, made in a thread, then read from disk. The key is `of` and the
 * transcript id, which changes with every edit.
 */
export function withTranscript(
  { database, pictures, turn, signal }: Pick<Context<'capability'>, 'database' | 'pictures' | 'turn' | 'signal'>,
  { id, captions_track_id: track }: Pick<VideoRow, 'id' | 'captions_track_id'>,
  { thread, name, of, shows_transcript: shows }: Making,
): Promise<ByteStream> {
  const made = createHash('sha256')
    .update(JSON.stringify([program, thread.href, name, shows && track, of]))
    .digest('hex')
    .slice(0, 32);
  const make = async (): Promise<Buffer> => {
    const cues = shows ? await cuesAsJson(database.kysely, id) : '[]';
    const bytes = await inDrawingThread<Uint8Array<ArrayBuffer>>(thread, name, { ...of, cues });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  return pictures.stream(storageKeys.folder(id), `page-${made}`, (signal) => turn(make, signal), signal);
}
