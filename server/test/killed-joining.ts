import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The product, killed (SIGKILL, by itself) once an upload has come whole: before or after its file gets its place. */
const when = process.env.LECTERN_TEST_KILL_JOINING;
const link = promises.link;
promises.link = async (from, to) => {
  const isJoined = String(to).endsWith('/original');
  if (isJoined && when === 'before') process.kill(process.pid, 'SIGKILL');
  await link(from, to);
  if (isJoined) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();

await import('../src/main/start.ts');
