import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { createClient } from '@lectern/contract/client';
import { CardFormat, type PortalPage, portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { openDatabase } from '@lectern/server/platform/database/database';
import { silentLog } from '@lectern/server/main/silent-log';
import { createServerSettings, startServer } from '@lectern/server/test/process';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { fetchAsset, uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { sql } from 'kysely';
import { buildWebWhenStale } from '../../../scripts/build-web.ts';
import { quantile } from '../media/measure.ts';

const sample = (name: string): string => join(import.meta.dirname, '../../../sample', name);
const cards = 200;
const operator = { email: 'operator@example.org', password: 'an operator of benches' };

/** Megabytes that a process holds. */
async function memoryOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1000;
}

/** The plan that has portals, and room for three recordings. */
async function makeProfessional(origin: string, { session: { id, firstname, lastname } }: TestMember): Promise<void> {
  const { token } = await createClient({ origin })(adminRoutes.login, operator);
  const changes = { id, firstname, lastname, plan: 'professional', is_active: true } as const;
  await createClient({ origin, token: () => token })(adminRoutes.saveUser, changes);
}

/**
 * `npm run bench -- strangers`: requests 200 different quote cards at once without a session, retrying after
 * Retry-After; measures server memory and `/healthz` time. Linux only.
 */
export async function strangersBench(): Promise<void> {
  // The pages of portals are drawn with what is built.
  buildWebWhenStale();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const env = {
    ...(await createServerSettings({ dataDir })),
    ADMIN_EMAIL: operator.email,
    ADMIN_PASSWORD: operator.password,
  };
  let server = await startServer(env);
  try {
    const owner = await signUp(server.origin, server.letters);
    await makeProfessional(server.origin, owner);
    const ids: string[] = [];
    // One after the other: each is told from the others by its title.
    for (const [n, name] of ['webinar', 'short'].entries()) {
      const options = { captions: sample(`${name}.vtt`), title: `Recording ${n + 1}` };
      ids.push(await uploadFile(owner, sample(`${name}.mp4`), options));
      await waitUntilProcessed(owner, ids[n]!);
    }
    // Waits for the queue to record its work; otherwise it would repeat it and replace the chapters.
    await delay(3000);
    await server.stop();
    const database = await openDatabase({ dataDir, log: silentLog });
    // As many as the address of a card allows.
    const quotes = Array.from({ length: 21 }, (_, n) => ({
      quote: `${n + 1} things that nobody told you about chapter ID: what a good talk is, and why it is worth the hour.`,
      timecode: '00:00:01',
      start: 1 + n,
      cues: [0, 0],
    }));
    // The two recordings have four chapters, and as many as this leave room for 168 cards.
    await sql`insert into chapters (video_id, n, start_s, end_s, title, summary, quotes)
              select video_id, max(n) + 1, max(end_s) - 1, max(end_s), 'One more', '', '[]' from chapters group by video_id`.execute(
      database.kysely,
    );
    // The same words of another chapter would be the same card.
    await sql`update chapters set quotes = replace(${JSON.stringify(quotes)}, 'ID', left(id::text, 8))::jsonb`.execute(
      database.kysely,
    );
    await database.close();
    server = await startServer(env);
    const videos = await Promise.all(ids.map((id) => fetchAsset(owner, id)));
    const { token } = (await owner.call(portalOwnerRoutes.generate, {})).data;
    const page = await (await fetch(`${server.origin}/portal/${token}`)).text();
    const shown = JSON.parse(
      /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(page)![1]!,
    ) as PortalPage;
    const keys = new Map(shown.portal.cards.map(({ title, key }) => [title, key]));
    const addresses = videos
      .flatMap(({ title, chapters }) =>
        chapters.flatMap(({ id: chapter }) =>
          quotes.flatMap((_, n) =>
            CardFormat.options.map((format) => portalPaths.quoteCard(token, keys.get(title)!, chapter, n, format)),
          ),
        ),
      )
      .slice(0, cards);
    const before = await memoryOf(server.pid);
    let highest = before;
    const health: number[] = [];
    const over = new AbortController();
    const watch = (async () => {
      while (!over.signal.aborted) {
        const began = performance.now();
        await (await fetch(`${server.origin}/healthz`)).text();
        health.push(performance.now() - began);
        highest = Math.max(highest, await memoryOf(server.pid));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    // Told of below, after what went wrong with the cards: both fail when the server does.
    watch.catch(() => undefined);
    let putOff = 0;
    const began = performance.now();
    const draw = async (address: string): Promise<void> => {
      for (;;) {
        const answer = await fetch(server.origin + address);
        await answer.arrayBuffer();
        if (answer.status === 200) return;
        if (answer.status !== 503 && answer.status !== 429) throw new Error(`${address}: ${answer.status}`);
        putOff += 1;
        await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after')) * 1000));
      }
    };
    try {
      await Promise.all(addresses.map(draw));
    } finally {
      over.abort();
    }
    const seconds = (performance.now() - began) / 1000;
    await watch;
    const sorted = health.toSorted((a, b) => a - b);
    const again = performance.now();
    await Promise.all(addresses.map(draw));
    const kept = (performance.now() - again) / 1000;
    console.log(
      `${addresses.length} different cards at once, drawn in ${seconds.toFixed(1)} s, put off ${putOff} times`,
    );
    console.log(`the same again, kept: ${kept.toFixed(2)} s`);
    console.log(`memory ${before.toFixed(0)} → ${highest.toFixed(0)} MB (+${(highest - before).toFixed(0)})`);
    console.log(
      `/healthz ${sorted.length} times: p50 ${quantile(sorted, 0.5).toFixed(1)} ms, p99 ${quantile(sorted, 0.99).toFixed(1)} ms, slowest ${sorted.at(-1)!.toFixed(1)} ms`,
    );
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
