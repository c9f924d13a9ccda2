import { chmod, readdir, readFile, lstat, utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadRoutes } from '@lectern/contract/uploads';
import { hour } from '../../contract/src/rules/durations.ts';
import { settingsOf } from '../../server/test/process.ts';
import { sample } from '../../server/test/sample.ts';
import { put, uploadFile, whenSettled } from '../../server/test/upload.ts';
import { findings, verdict } from './finding.ts';
import type { Lab } from './lab.ts';

const short = await readFile(sample('short.mp4'));
const total = short.length;
const third = Math.floor(total / 3);
const range = (from: number, to: number): string => `bytes ${from}-${to - 1}/${total}`;

/** Two servers on one database and one folder, and an upload that can be sent to either. */
async function twoServers(lab: Lab) {
  const place = { dataDir: await lab.emptyFolder(), databaseUrl: await lab.database() };
  const one = await lab.serveOn(await settingsOf(place));
  const other = await lab.serveOn(await settingsOf(place));
  const member = await lab.member(one);
  const { url, id } = await member.call(uploadRoutes.create, {});
  const path = new URL(url).pathname;
  return { one, other, here: one.origin + path, there: other.origin + path, folder: join(place.dataDir, 'videos', id) };
}

/** Sends the beginning of a chunk, of other bytes than the recording has there, and leaves the rest open. */
function beginChunk(url: string, from: number, beginning: number) {
  const headers = { 'content-range': range(from, total), 'content-length': total - from };
  const sending = request(url, { method: 'PUT', headers, agent: false });
  sending.on('error', () => undefined);
  sending.write(Buffer.alloc(beginning, 'x'));
  return sending;
}

/** Folders, and the servers that share one. */
export const serverFindings = findings(
  {
    letter: 'C1',
    holds: 'no recording is removed because the database is another one',
    async look(lab) {
      const server = await lab.serve();
      const member = await lab.member(server);
      const id = await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
      await whenSettled(member, id);
      await server.stop();
      const folder = join(server.dataDir, 'videos', id);
      const before = new Date(Date.now() - 2 * hour);
      for (const name of ['', ...(await readdir(folder, { recursive: true }))])
        await utimes(join(folder, name), before, before);
      const refused = await lab.serveOn({ ...server.settings, DATABASE_URL: await lab.database() }).then(
        () => undefined,
        (error: Error) => error.message.split('\n').at(-1)!,
      );
      await delay(refused ? 0 : 10_000);
      const kept = await readFile(join(folder, 'original')).then(
        (bytes) => bytes.equals(short),
        () => false,
      );
      return verdict(
        kept,
        `beside an empty database ${refused ? 'it does not start' : 'it starts'}; the recording is ${kept ? 'there' : 'gone'}`,
      );
    },
  },
  {
    letter: 'M1',
    holds: 'nobody else on the machine may read or write what is in the folder',
    async look(lab) {
      const dataDir = await lab.folder();
      await chmod(dataDir, 0o755);
      const server = await lab.serveOn({ DATA_DIR: dataDir });
      await uploadFile(await lab.member(server), sample('short.mp4'));
      const names = ['', ...(await readdir(dataDir, { recursive: true }))];
      const modes = await Promise.all(
        names.map(async (name) => {
          const stats = await lstat(join(dataDir, name)).catch(() => undefined);
          return stats && !stats.isSymbolicLink() && !stats.isSocket() ? [stats.mode & 0o077] : [];
        }),
      );
      const all = modes.flat();
      const open = all.filter((mode) => mode !== 0);
      const writable = open.filter((mode) => mode & 0o002);
      return verdict(
        open.length === 0,
        `of ${all.length} files and folders ${open.length} are open to others, ${writable.length} to be written`,
      );
    },
  },
  {
    letter: 'T1',
    holds: 'two servers begin at the same time on one empty database',
    async look(lab) {
      const place = { dataDir: await lab.emptyFolder(), databaseUrl: await lab.database() };
      const settings = [await settingsOf(place), await settingsOf(place)];
      const starts = await Promise.allSettled(settings.map((each) => lab.serveOn(each)));
      const failed = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
      const code = /code: '(\w+)'|\b(23505)\b/.exec(failed.join())?.[0] ?? '';
      return verdict(failed.length === 0, `${2 - failed.length} of 2 started ${code}`.trim());
    },
  },
  {
    letter: 'T2',
    holds: 'an acknowledgement never goes back because a server was frozen while it wrote',
    async look(lab) {
      const { one, here, there } = await twoServers(lab);
      await put(here, short.subarray(0, 5000), range(0, 5000));
      const stale = beginChunk(here, 5000, third);
      await delay(1000);
      process.kill(one.pid, 'SIGSTOP');
      const next = await put(there, short.subarray(5000, 2 * third), range(5000, 2 * third));
      stale.destroy();
      process.kill(one.pid, 'SIGCONT');
      await delay(2000);
      const asked = await put(there, undefined, `bytes */${total}`);
      return verdict(
        next.range === asked.range && next.range === `bytes=0-${2 * third - 1}`,
        `acknowledged ${next.range}, afterwards ${asked.range}`,
      );
    },
  },
  {
    letter: 'T3',
    holds: 'a server that was frozen does not write into a recording that another has finished',
    async look(lab) {
      const { one, here, there, folder } = await twoServers(lab);
      await put(here, short.subarray(0, third), range(0, third));
      const stale = beginChunk(here, third, 1000);
      await delay(1000);
      process.kill(one.pid, 'SIGSTOP');
      const { status } = await put(there, short.subarray(third), range(third, total));
      stale.write(Buffer.alloc(third, 'x'));
      await delay(500);
      process.kill(one.pid, 'SIGCONT');
      await delay(1000);
      stale.destroy();
      await delay(2000);
      const same = (await readFile(join(folder, 'original'))).equals(short);
      return verdict(same, `finished with ${status}; then the recording is ${same ? 'whole' : 'damaged'}`);
    },
  },
);
