import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallError } from '@lectern/contract/client';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { createServerSettings, startServer } from '@lectern/server/test/process';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { measureTime } from '../media/measure.ts';

const webinar = join(import.meta.dirname, '../../../sample/webinar.mp4');
const looks = 150;
const parallel = 40;

/** Three hours of talk, a line each four seconds. */
function longCaptions(): string {
  const words = 'roof price contract window budget team customer report plan garden winter engine'.split(' ');
  const lines = Array.from({ length: 2_700 }, (_, n) => {
    const said = Array.from({ length: 9 }, (_, k) => words[(n * 7 + k * k * 5 + (n >> 4)) % words.length]).join(' ');
    return `${formatTimecode(n * 4)}.000 --> ${formatTimecode(n * 4 + 4)}.000\nWe say ${said}, and that is what matters.`;
  });
  return `WEBVTT\n\n${lines.join('\n\n')}\n`;
}

/** Milliseconds of a member's page of recordings, one after the other. */
async function pages(member: TestMember): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < looks; n += 1)
    times.push((await measureTime(() => member.call(videoRoutes.list, { userId: member.session.id }))).ms);
  return times.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;

const told = (times: readonly number[]): string =>
  `p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms, worst ${at(times, 1).toFixed(0)} ms`;

/**
 * `npm run bench -- questions`: times a member's recordings page, at rest and while another member repeatedly asks a
 * three-hour recording 40 questions at once.
 */
export async function questionsBench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const server = await startServer(await createServerSettings({ dataDir }));
  try {
    const [asking, other] = [await signUp(server.origin, server.letters), await signUp(server.origin, server.letters)];
    const captions = join(dataDir, 'long.vtt');
    await writeFile(captions, longCaptions());
    const passthrough = await uploadFile(asking, webinar, { captions });
    await waitUntilProcessed(asking, passthrough);
    await waitUntilProcessed(other, await uploadFile(other, webinar, { captions: webinar.replace('.mp4', '.vtt') }));
    await pages(other);
    const rest = await pages(other);
    console.log(`at rest: ${told(rest)}`);
    const over = new AbortController();
    const answers = new Map<number, number>();
    const ask = async (n: number): Promise<void> => {
      while (!over.signal.aborted) {
        const prompt = `What is said about the roof and budget number ${n}?`;
        const status = await asking.call(promptRoutes.search, { passthrough, prompt }).then(
          () => 200,
          (error: unknown) => (error instanceof CallError ? error.status : Promise.reject(error as Error)),
        );
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status !== 200 && status !== 503) return;
      }
    };
    const asked = Promise.all(Array.from({ length: parallel }, (_, n) => ask(n)));
    const beside = await pages(other);
    over.abort();
    await asked;
    console.log(`beside ${parallel} questions at once: ${told(beside)}; answers ${JSON.stringify([...answers])}`);
    console.log(`ratio of p95 ${(at(beside, 0.95) / at(rest, 0.95)).toFixed(2)}`);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
