import { globSync, createReadStream } from 'node:fs';
import { mkdir, rename, stat, mkdtemp, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { makeLongSample } from '@lectern/server/main/long-sample';
import { createClient } from '@lectern/contract/client';
import { silentLog } from '@lectern/server/main/silent-log';
import { openDatabase } from '@lectern/server/platform/database/database';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { runMoveCommand } from '@lectern/server/test/mux/move-command';
import {
  type ServerProcess,
  type ServerSettings,
  createServerSettings,
  startServer,
} from '@lectern/server/test/process';
import { ffmpegProgram } from '../media/measure.ts';
import { oneHour } from '../media/three-hours.ts';
import type { FakeMuxMessage, FakeMuxContents } from './mux-process.ts';

export type BenchRecording = { name: string; file: string; captions: string };

const cache = join(import.meta.dirname, '../../../.cache/bench');

/** Every recording of a folder that has captions of the same name. */
export const recordingsIn = (folder: string): BenchRecording[] =>
  globSync('*.mp4', { cwd: folder })
    .sort()
    .map((file) => ({
      name: parse(file).name,
      file: join(folder, file),
      captions: join(folder, `${parse(file).name}.vtt`),
    }));

/** A recording of so many minutes, made with its captions by the project itself: small pictures. */
export async function madeRecording(minutes: number): Promise<BenchRecording> {
  const folder = join(cache, `long-${minutes}`);
  const made = { recording: join(folder, 'long.mp4'), captions: join(folder, 'long.vtt') };
  if (!(await stat(folder).catch(() => undefined))) {
    const partial = `${folder}.partial`;
    await mkdir(partial, { recursive: true });
    await makeLongSample(partial, { program: ffmpegProgram, minutes });
    await rename(partial, folder);
  }
  return { name: `${minutes} minutes in 180p`, file: made.recording, captions: made.captions };
}

/** An hour in 1080p, about 0.9 GB, with the captions of the other. */
export async function prepareHourRecording(): Promise<BenchRecording> {
  const { captions } = await madeRecording(60);
  return { name: 'an hour in 1080p', file: await oneHour(), captions };
}

export type MuxBenchStage = Awaited<ReturnType<typeof openMuxBenchStage>>;

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The server in Mux's place, in its own process. */
async function startMux() {
  const child = fork(join(import.meta.dirname, 'mux-process.ts'));
  const [env] = (await once(child, 'message')) as [Record<string, string>];
  async function ask(asked: FakeMuxMessage): Promise<object> {
    child.send(asked);
    const [answered] = (await once(child, 'message')) as [object];
    return answered;
  }
  return {
    env,
    tell: (webhook: string) => ask({ webhook }),
    lying: async () => (await ask('what lies there')) as FakeMuxContents,
    async close(): Promise<void> {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/** The product as people run it, with a member whose plan has room, and a server in Mux's place beside it. */
export async function openMuxBenchStage() {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const mux = await startMux();
  const local = await createServerSettings({ dataDir });
  const env: ServerSettings = { ...local, ...mux.env };
  let server: ServerProcess = await startServer(local);
  const { origin } = server;
  await mux.tell(`${origin}/api/mux/webhook`);
  const member: TestMember = await signUp(origin, server.letters);
  member.call = createClient({ origin, token: () => member.session.token });
  await server.stop();
  const database = await openDatabase({ dataDir, log: silentLog });
  await database.kysely.updateTable('workspaces').set({ plan: 'professional' }).execute();
  await database.close();
  server = await startServer(local);

  return {
    dataDir,
    origin,
    mux,
    member,
    server: () => server,
    /** Starts the product anew with or without Mux. */
    async startWith(media: 'mux' | 'local'): Promise<void> {
      await server.stop();
      server = await startServer(media === 'mux' ? env : local);
    },
    /** `lectern -- move-media`, as a person gives it. Throws what it says when a video has not moved. */
    async move(target: 'mux' | 'local', id: string): Promise<void> {
      const { code, out, err } = await runMoveCommand([target, '--videos', id], env);
      if (code !== 0) throw new Error(out + err);
    },
    async close(): Promise<void> {
      await server.stop();
      await mux.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
