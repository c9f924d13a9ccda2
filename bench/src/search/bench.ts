import { parseArgs } from 'node:util';
import { openEmbeddedPlace, openPostgresPlace } from '@lectern/server/test/databases';
import { signUp } from '@lectern/server/test/member';
import { findPostgres } from '@lectern/server/test/postgres-cluster';
import { openTestWorld } from '@lectern/server/test/world';
import { measureTime } from '../media/measure.ts';
import { type Figures, searchBesideScan } from './beside-scan.ts';
import { fillLibrary, libraryVideoCount } from './library.ts';

const rounds = 10;

const milliseconds = ({ p50, p95 }: Figures): string =>
  `p50 ${p50.toFixed(0).padStart(4)} ms   p95 ${p95.toFixed(0).padStart(4)} ms`;

/**
 * `npm run bench -- search [--json]`: searches a generated library of 100 three-hour videos over HTTP on both
 * databases, beside a sequential scan of the same transcripts.
 */
export async function searchBench(args: string[]): Promise<void> {
  const { json } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } }).values;
  const print = (line: string): void => (json ? undefined : console.log(line));
  const places = [{ name: 'the embedded database', open: openEmbeddedPlace }];
  if (findPostgres()) places.push({ name: 'PostgreSQL', open: openPostgresPlace });
  const results: object[] = [];
  for (const { name, open } of places) {
    const place = await open();
    const server = await openTestWorld(place);
    try {
      const member = await signUp(server.origin, server.letters);
      const filled = await measureTime(() => fillLibrary(server.world, member.session.id));
      print(
        `\n${name}: ${libraryVideoCount} videos of three hours, ${filled.result.cues.toLocaleString('en-US')} cues, made in ${(filled.ms / 1000).toFixed(0)} s`,
      );
      const result = await searchBesideScan(server.world.database, member, rounds);
      for (const row of result.rows)
        print(
          `${row.what.padEnd(32)} ${String(row.found).padStart(3)} found   ${milliseconds(row)}   scan ${milliseconds(row.scan)}`,
        );
      print(
        `${'all'.padEnd(42)}   ${milliseconds(result)}   scan ${milliseconds(result.scan)}   ratio ${result.ratio.toFixed(3)}`,
      );
      results.push({ database: name, ...filled.result, ...result });
    } finally {
      await server.close();
      await place.close();
    }
  }
  if (json) console.log(JSON.stringify(results, undefined, 2));
}
