import type { Health } from '@lectern/contract/operations/upkeep';
import { day } from '@lectern/contract/rules/durations';
import { Problem } from '@lectern/contract/problem';
import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { sql } from 'kysely';
import type { Context, World } from '../../../platform/http/context.ts';
import { readDiskSpace } from '../../../platform/files/disk.ts';
import { concernsSince } from '../../mail/concerns/concerns.ts';
import { minutesOfAll } from '../../billing/minutes/usage-of-members.ts';
import { readinessOf } from '../readiness.ts';
import { listQuarantined } from '../../storage/quarantine.ts';
import { countLost } from '../../videos/look.ts';
import { countStepNotices, findFailures } from '../../videos/pipeline.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Move } from '../../storage/moves.ts';

/** Days for which a move that came to nothing is told of. */
const reportedDays = 7;

/** How many of these are named. */
const named = 3;

type MoveOfLate = Pick<Move, 'target' | 'problem'> & { title: string };

const moves = (db: Queryable) =>
  db
    .selectFrom('media_moves as m')
    .innerJoin('videos as v', 'v.id', 'm.video_id')
    .select(['m.target', 'm.problem', 'v.title'])
    .where('v.deleted_at', 'is', null);

const failed = sql<boolean>`(state = 'failed' and settled_at > now() - make_interval(days => ${reportedDays}))`;

/** Returns the current move, the number waiting and recent failures; undefined without a media provider. */
async function recentMoves({ media, database: { kysely: db } }: Pick<World, 'media' | 'database'>): Promise<
  | {
      current: MoveOfLate | undefined;
      waiting: number;
      /** The last of them, and how many there are. */
      failed: MoveOfLate[];
      failures: number;
    }
  | undefined
> {
  if (!media.provider) return undefined;
  const [current, last, counts] = await Promise.all([
    moves(db)
      .where('m.state', 'in', ['waiting', 'begun'])
      .orderBy('m.asked_at')
      .orderBy('m.video_id')
      .executeTakeFirst(),
    moves(db).where(failed).orderBy('m.settled_at', 'desc').limit(named).execute(),
    db
      .selectFrom('media_moves')
      .select([
        sql<number>`count(*) filter (where state in ('waiting', 'begun'))::int`.as('alive'),
        sql<number>`count(*) filter (where ${failed})::int`.as('failures'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { current, waiting: Math.max(0, counts.alive - 1), failed: last, failures: counts.failures };
}

/** Share of the disk that should be free at least. */
const enough = 0.05;

const counted = (figure: number): string => figure.toLocaleString('en-US');

const toMinute = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const inWords = ({ title, target }: MoveOfLate): string => `“${title}” ${target === 'mux' ? 'to Mux' : 'back here'}`;

/** How the system is, and by which engines it works. */
export async function health(ctx: Context<'admin'>): Promise<{ data: Health }> {
  const now = ctx.now().getTime();
  const aDayAgo = new Date(Date.now() - day);
  const unfetched = new Problem('speech_unreachable').text;
  const [disk, counts, unwritten, unheard, unnamed, version, minutes, moves, lost, readiness, concerns] =
    await Promise.all([
      readDiskSpace(ctx),
      ctx.jobs.counts(),
      countStepNotices(ctx.database.kysely, 'chapters', aDayAgo),
      findFailures(ctx.database.kysely, 'transcript', aDayAgo, unfetched),
      findFailures(ctx.database.kysely, 'speakers', aDayAgo),
      sql<{ version: string }>`select split_part(version(), ' on ', 1) as version`.execute(ctx.database.kysely),
      minutesOfAll(ctx),
      recentMoves(ctx),
      countLost(ctx),
      readinessOf(ctx),
      concernsSince(ctx.database.kysely, new Date(now - 30 * day)),
    ]);
  const answers = readiness.parts['storage'] === 'ok';
  const aside = answers ? (await listQuarantined(ctx.storage)).length : undefined;
  const fact = (name: string, value: string, ok = true) => ({ name, value, ok });
  /** A fact that is well where there are none of something; `where` they are to be found. */
  const none = (name: string, figure: number, where = '') =>
    fact(name, figure === 0 ? 'none' : `${counted(figure)}${where}`, figure === 0);
  const jobsIn = (...states: readonly string[]): number =>
    counts.filter(({ state }) => states.includes(state)).reduce((sum, { jobs }) => sum + jobs, 0);
  const since = new Date(Date.now() - process.uptime() * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const { media, language } = ctx;
  const parts: Health = [
    {
      title: 'What only you can see to',
      facts: concerns.map(({ told, created_at: at }) => fact(toMinute(at), told, now - at.getTime() > 7 * day)),
    },
    {
      title: 'Machine',
      facts: [
        fact('Memory of the server', `${Math.round(process.memoryUsage.rss() / 1e6)} MB`),
        fact('Running since', `${since} UTC`),
        fact('Runtime', `Node ${process.version}`),
      ],
    },
    {
      title: 'Storage',
      facts: [
        fact('Folder', ctx.dataDir),
        fact('Recordings', `in ${ctx.storage.place}${answers ? '' : ', which does not answer'}`, answers),
        none('Lost recordings', lost, ', see the page Mux Videos'),
        fact('Disk', `${formatBytes(disk.free)} of ${formatBytes(disk.size)} free`, disk.free / disk.size > enough),
        ...(aside === undefined
          ? []
          : [fact('Set aside', aside === 0 ? 'nothing' : `${aside}, see the page Set aside`, aside === 0)]),
      ],
    },
    {
      title: 'Minutes at Mux',
      facts: minutes
        ? [
            fact('Stored', counted(minutes.stored)),
            fact('Delivered this month', counted(minutes.delivered)),
            fact('Delivered last month', counted(minutes.delivered_last_month)),
            fact('Counted until', minutes.until ? toMinute(minutes.until) : 'not yet'),
            none('Members beyond their plan', minutes.beyond, ', see the page Users'),
          ]
        : [],
    },
    {
      title: 'Moves to Mux and back',
      facts: moves
        ? [
            fact('Moving now', moves.current ? inWords(moves.current) : 'nothing'),
            fact('Waiting for their turn', counted(moves.waiting)),
            none('Not moved in the last week', moves.failures),
            ...moves.failed.map(({ title, problem }) => fact(`“${title}”`, problem ?? '', false)),
          ]
        : [],
    },
    {
      title: 'Jobs',
      facts: [
        fact('Waiting', String(jobsIn('created', 'retry'))),
        fact('Running', String(jobsIn('active'))),
        fact('Failed in the last week', String(jobsIn('failed')), jobsIn('failed') === 0),
      ],
    },
    {
      title: 'Engines',
      facts: [
        fact('Database', `${ctx.database.kind}, ${version.rows[0]?.version ?? ''}`),
        fact('Media', [media.engine, ...media.notices].join('. '), media.notices.length === 0),
        fact('Speech', ctx.speech?.label ?? 'captions only'),
        ...(ctx.speech
          ? [none('Transcripts without its model in a day', unheard.count, ': it could not be downloaded')]
          : []),
        ...(ctx.speakers ? [none('Speakers not told apart in a day', unnamed.count, `: ${unnamed.last}`)] : []),
        fact('Language', language?.identity ?? 'built-in engine'),
        ...(language?.state ? [fact('Language model', language.state().text, language.state().ok)] : []),
        ...(language ? [fact('Chapters it failed at in a day', String(unwritten), unwritten === 0)] : []),
        fact('Payments', ctx.payments.kind),
        fact('Mail', ctx.mailer.kind),
      ],
    },
  ];
  return { data: parts.filter(({ facts }) => facts.length > 0) };
}
