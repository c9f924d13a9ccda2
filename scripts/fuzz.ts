import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzzTarget } from './fuzz/fuzz-target.ts';
import { targets } from './fuzz/targets.ts';

/**
 * `npm run fuzz [-- TARGET …] [--seconds N | --inputs N] [--seed S] [--from N] [--file FILE]`: feeds mutated inputs to
 * readers of untrusted bytes.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    inputs: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '0' },
    file: { type: 'string' },
  },
});
const unknown = positionals.find((name) => !(name in targets));
if (unknown !== undefined) {
  console.error(`There is no target ${unknown}; there are ${Object.keys(targets).join(', ')}.`);
  process.exit(2);
}
const wanted = positionals.length > 0 ? positionals : Object.keys(targets);
if (values.file !== undefined) {
  await targets[wanted[0]!]!.check(readFileSync(values.file), join(tmpdir(), `lectern-fuzz-${process.pid}`));
  console.log('This input is read as it should be.');
  process.exit(0);
}
const inputs = Number(values.inputs ?? Infinity);
const seconds = Number(values.seconds ?? (values.inputs === undefined ? 10 : Infinity));
for (const name of wanted) {
  const run = await fuzzTarget(name, { seed: Number(values.seed), inputs, seconds, from: Number(values.from) });
  console.log(`${name}: ${run.inputs} inputs in ${run.seconds.toFixed(1)} s, seed ${values.seed}, from ${values.from}`);
  if (run.finding === undefined) continue;
  console.error(run.finding);
  process.exitCode = 1;
}
