import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { startFakeMux } from '@lectern/server/test/mux/fake-mux';

/** Messages from the bench to the fake Mux server; each gets an answer. */
export type FakeMuxMessage = { webhook: string } | 'what lies there';

export type FakeMuxContents = {
  /** By the ids of our videos: the SHA-256 of what was sent. */
  assets: { video: string | undefined; sha256: string }[];
  /** Uploads that nothing has come to. */
  waiting: number;
};

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The server in Mux's place as a process of its own, so that its memory and its work are not the product's. */
const mux = await startFakeMux();

process.on('message', (asked: FakeMuxMessage) => void answer(asked).then((answered) => process.send!(answered)));
process.on('disconnect', () => void mux.close());
process.send!(mux.env);

async function answer(asked: FakeMuxMessage): Promise<object> {
  if (typeof asked === 'object') {
    mux.ways.webhook = asked.webhook;
    return {};
  }
  const kept = [...mux.assets.values()];
  return {
    assets: await Promise.all(
      kept.map(async ({ asset, file }) => ({ video: asset.passthrough, sha256: await sha256Of(file) })),
    ),
    waiting: [...mux.uploads.values()].filter(({ status }) => status === 'waiting').length,
  } satisfies FakeMuxContents;
}
