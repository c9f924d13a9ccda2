import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Measures the guarded speeds (`npm run bench -- guard`), prints and returns what it said. */
export function runGuard(root: string): { holds: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bench/src/main.ts'), 'guard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const said = `${stdout}${stderr}`;
  console.log(said.trimEnd());
  return { holds: status === 0, said };
}
