import { availableParallelism, loadavg } from 'node:os';
import { severalHours } from '../media/three-hours.ts';
import { measureBoundaries } from './boundaries.ts';
import { ceilings } from './ceilings.ts';
import { measureRecording } from './recording.ts';
import { middleRound, type Round } from './rounds.ts';
import { measureSearch } from './search.ts';
import { openGuardStage } from './stage.ts';

/** Hours of the recording, at 1080p: the three that are the limit would take 8 GB of disk. */
const hours = 2;

const seconds = (ms: number): string => (ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`);

/** Prints a ratio beside its ceiling; returns whether it holds. */
function print(what: string, theirs: string, rounds: readonly Round[], ceiling: number): boolean {
  const middle = middleRound(rounds);
  const ratio = middle.ours / middle.theirs;
  const holds = ratio <= ceiling;
  const figures = `ratio ${ratio.toFixed(3)}   ceiling ${ceiling.toFixed(2)}   ${holds ? 'holds' : 'EXCEEDED'}`;
  console.log(
    `${what.padEnd(34)} ${seconds(middle.ours).padStart(8)}   ${theirs.padEnd(30)} ${seconds(middle.theirs).padStart(8)}   ${figures}`,
  );
  return holds;
}

/**
 * `npm run bench -- guard`: measures five ratios against alternatives; exits with 1 when one exceeds its ceiling.
 * Under six minutes and 6 GB on two quiet cores.
 */
export async function guardBench(): Promise<void> {
  const before = loadavg()[0]!;
  const stage = await openGuardStage();
  const results: boolean[] = [];
  try {
    const file = await severalHours(hours, stage.folder);
    const { firstSegment, segment, upload } = await measureRecording(stage, file);
    results.push(
      print('last byte to first segment', 'packaging by ffmpeg', firstSegment, ceilings.firstSegment),
      print('one segment', 'the same bytes from a file', segment, ceilings.segment),
      print('upload', 'plain write', upload, ceilings.upload),
    );
    const boundaries = await measureBoundaries(file);
    results.push(
      print('chapter boundaries, an hour', 'decoding the sound of an hour', boundaries, ceilings.boundaries),
    );
    const [name, ceiling] = stage.place.databaseUrl
      ? (['PostgreSQL', ceilings.searchInPostgresql] as const)
      : (['embedded', ceilings.searchEmbedded] as const);
    const search = await measureSearch(stage);
    results.push(print(`search of 270,000 cues, ${name}`, 'sequential scan', [search], ceiling));
  } finally {
    await stage.close();
  }
  const load = `load average ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`;
  console.log(`${availableParallelism()} cores, ${load}`);
  const exceeded = results.filter((holds) => !holds).length;
  console.log(exceeded === 0 ? 'All ratios hold.' : `${exceeded} of ${results.length} ratios exceed their ceilings.`);
  if (exceeded > 0) process.exitCode = 1;
}
