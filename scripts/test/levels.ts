import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test file and, where it is left to the full run, why. `rareTests`: how many of its tests alone are left to it. */
export type TestFile = { path: string; fullOnly: string | undefined; rareTests: number };

/** The first line of a test file that the gate leaves out: `// full: WHY`. */
const mark = /^\/\/ full: (.+)$/m;

/** Every test file of the project, by paths from its root, in order. */
export function findTests(root: string): TestFile[] {
  return globSync(
    ['{contract,chaptering,server,web,bench,scripts}/**/*.test.ts', 'e2e/*.test.ts', 'e2e/journeys/*.test.ts'],
    { cwd: root, exclude: (path) => path.includes('node_modules') },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const [first = ''] = text.split('\n', 1);
      return { path, fullOnly: mark.exec(first)?.[1], rareTests: text.match(/^ *itInFullRun\(/gm)?.length ?? 0 };
    });
}
