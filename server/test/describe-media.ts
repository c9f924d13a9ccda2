import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { promisify } from 'node:util';
import { findFfmpeg } from '../src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import type { Media } from '../src/ports/media/port.ts';
import { openTestMedia } from './media.ts';

/** Options of ffmpeg for small recordings that are made quickly. */
export const quickH264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** A media engine, and a folder for the recordings it gets. */
export class MediaSuite {
  opened!: Awaited<ReturnType<typeof openTestMedia>>;
  #program!: string;

  get media(): Media {
    return this.opened.media;
  }

  readonly path = (name: string): string => join(this.opened.folder, name);

  async open(): Promise<void> {
    this.opened = await openTestMedia();
    this.#program = (await findFfmpeg(undefined)).program!;
  }

  /** Runs ffmpeg, which writes over what is there. Resolves with what it says. */
  async ffmpeg(...args: readonly string[]): Promise<string> {
    return (await promisify(execFile)(this.#program, ['-y', ...args])).stderr;
  }

  /** Makes a recording of these sources of lavfi, the first one first, by these options. Resolves with its path. */
  async make(name: string, sources: readonly string[], ...options: readonly string[]): Promise<string> {
    const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source]);
    await this.ffmpeg('-v', 'error', ...inputs, ...options, this.path(name));
    return this.path(name);
  }
}

/** Declares a suite on a media engine, without a server. */
export function describeMedia(title: string, body: (suite: MediaSuite) => void): void {
  describe(title, () => {
    const suite = new MediaSuite();
    before(() => suite.open());
    after(() => suite.opened?.close());
    body(suite);
  });
}
