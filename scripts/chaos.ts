import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildWebWhenStale } from './build-web.ts';
import { report } from './chaos/report.ts';
import { runChaos } from './chaos/run.ts';

/**
 * `npm run chaos [-- --minutes N --seed S --database embedded|postgresql --fleet]`: breaks everything while
 * members work, then proves that no promise is lost.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    database: { type: 'string', default: 'embedded' },
    fleet: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const { seed, database, fleet } = values;
if (!(minutes > 0) || (database !== 'embedded' && database !== 'postgresql')) {
  console.error('npm run chaos [-- --minutes N --seed S --database embedded|postgresql --fleet]');
  process.exit(2);
}
const again = `npm run chaos -- --minutes ${minutes} --seed ${seed} ${fleet ? '--fleet' : `--database ${database}`}`;
console.log(`To run this again: ${again}`);
buildWebWhenStale();
// Then what it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const run = await runChaos({ minutes, seed, on: fleet ? 'fleet' : database });
const { passed, failed } = run.findings.count();
console.log(`\n${report(run)}\n\n${again}\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
