import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { day } from '@lectern/contract/rules/durations';
import { countEvents } from '../../platform/events/events.ts';
import type { World } from '../../platform/http/context.ts';
import { readDiskSpace } from '../../platform/files/disk.ts';
import { ffmpegRunning, ffmpegSeconds, jobSeconds, receivedBytes } from '../../platform/log/metrics.ts';
import { countLost } from '../videos/look.ts';
import { readinessOf } from './readiness.ts';
import { concernsSince } from '../mail/concerns/concerns.ts';

/** Seconds. Segments and pictures come in milliseconds; a chunk on a slow line takes minutes. */
const buckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];

/** One registry a process: the libraries' own figures are of the process. */
const registry = new Registry();
collectDefaultMetrics({ register: registry });
for (const metric of [receivedBytes, jobSeconds, ffmpegSeconds, ffmpegRunning] as Metric[])
  registry.registerMetric(metric);

const gauge = (name: string, help: string, ...labelNames: string[]) =>
  new Gauge({ name, help, labelNames, registers: [registry] });

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by route, method and status.',
  labelNames: ['method', 'route', 'status'],
  buckets,
  registers: [registry],
});
const jobs = gauge('lectern_jobs', 'Jobs of the last week by name and state.', 'name', 'state');
const queue = gauge('lectern_job_queue_depth', 'Jobs that are due and wait for a free slot, by name.', 'name');
const waited = gauge(
  'lectern_job_queue_oldest_seconds',
  'Seconds for which the oldest job that is due has waited for a free slot, by name.',
  'name',
);
const connections = gauge(
  'lectern_database_connections',
  'Connections of this process to the database that are open or idle, and callers that wait for one.',
  'state',
);
const concerns = gauge('lectern_concerns', 'What the operator was told in the last week, by kind.', 'kind');
const events = gauge('lectern_events', 'What happened to recordings and accounts in the last week, by kind.', 'kind');
const disk = gauge('lectern_disk_free_bytes', 'Free bytes of the disk with the recordings.');
const uploads = gauge('lectern_open_uploads', 'Uploads under way.');
const videos = gauge('lectern_videos', 'Videos that are not deleted.');
const storage = gauge('lectern_storage_answers', 'Whether the place of the recordings answers: 1 or 0.');
const lost = gauge('lectern_lost_recordings', 'Recordings that are not where they are kept.');

/** Notes how long each answer took. By the pattern of the route: an address holds keys. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

/** Everything measured, in the text format of Prometheus. */
export async function readMetrics(world: World): Promise<{ type: string; text: string }> {
  const db = world.database.kysely;
  const count = (rows: { n: number }[]): number => rows[0]?.n ?? 0;
  const lastWeek = new Date(world.now().getTime() - 7 * day);
  const [counts, { free }, { parts }, missing, told, happened, open, stored] = await Promise.all([
    world.jobs.counts(),
    readDiskSpace(world),
    readinessOf(world),
    countLost(world),
    concernsSince(db, lastWeek),
    countEvents(db, lastWeek),
    db
      .selectFrom('uploads')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('state', '=', 'open')
      .where('size', 'is not', null)
      .execute(),
    db
      .selectFrom('videos')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('deleted_at', 'is', null)
      .execute(),
  ]);
  jobs.reset();
  queue.reset();
  waited.reset();
  const longest = new Map<string, number>();
  for (const { name, state, jobs: n, due, waited: seconds } of counts) {
    jobs.set({ name, state }, n);
    queue.inc({ name }, due);
    longest.set(name, Math.max(longest.get(name) ?? 0, seconds));
  }
  for (const [name, seconds] of longest) waited.set({ name }, seconds);
  const { totalCount, idleCount, waitingCount } = world.database.pool;
  connections.set({ state: 'open' }, totalCount);
  connections.set({ state: 'idle' }, idleCount);
  connections.set({ state: 'waiting' }, waitingCount);
  concerns.reset();
  for (const { kind } of told) concerns.inc({ kind });
  events.reset();
  for (const { kind, n } of happened) events.set({ kind }, n);
  disk.set(free);
  storage.set(parts.storage === 'ok' ? 1 : 0);
  lost.set(missing);
  uploads.set(count(open));
  videos.set(count(stored));
  return { type: registry.contentType, text: await registry.metrics() };
}
