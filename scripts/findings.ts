import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { all } from './findings/all.ts';
import { look } from './findings/look.ts';

/**
 * `npm run findings [-- --tree FOLDER --only M5,L3]`: looks from outside, at the server of a tree, for each lettered
 * finding of the audit of 906b874 (`docs/findings.md`). The tree is this one, or a checkout of another commit with its
 * packages installed and its web app built. Ends with `N hold, N broken, N not seen`.
 */
const { values } = parseArgs({
  options: { tree: { type: 'string', default: join(import.meta.dirname, '..') }, only: { type: 'string' } },
});
const wanted = values.only?.split(',');
const chosen = all.filter(({ letter }) => wanted?.includes(letter) ?? true);
const unknown = wanted?.filter((letter) => !all.some((finding) => finding.letter === letter)) ?? [];
if (unknown.length > 0 || chosen.length === 0) {
  console.error(`There are only ${all.map(({ letter }) => letter).join()}.`);
  process.exit(2);
}
// Then what it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const count = { holds: 0, broken: 0, 'not seen': 0 };
await look(values.tree, chosen, ({ letter, state, seen, seconds }) => {
  count[state] += 1;
  console.log(`${letter.padEnd(4)} ${state.padEnd(8)} ${seen} (${seconds.toFixed(0)} s)`);
});
console.log(`${count.holds} hold, ${count.broken} broken, ${count['not seen']} not seen`);
process.exit(count.broken + count['not seen'] === 0 ? 0 : 1);
