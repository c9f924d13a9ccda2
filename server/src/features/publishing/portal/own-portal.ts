import { isDeepStrictEqual } from 'node:util';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { type OwnPortal, portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import type { PortalChange, PortalSettings } from '@lectern/contract/publishing/portal-settings';
import { Problem } from '@lectern/contract/problem';
import { visibleText } from '@lectern/contract/rules/visible-text';
import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import type { Context } from '../../../platform/http/context.ts';
import { lastDays } from '../../../platform/text/days.ts';
import { feature } from '../../../platform/http/serve.ts';
import { embedCode } from './embed-code.ts';
import { portalStatistics, statisticsCsv } from './statistics.ts';
import { drawLogo, type LogoDrawing, findPortalLogo, removeLogo, saveLogo, buildPortalLogo } from './logo.ts';
import { changedElsewhere } from '../../accounts/workspaces/changed-elsewhere.ts';
import { callerInLog, lastInLog, writeLog } from '../../accounts/workspaces/workspace-log.ts';
import type { LogAction, PortalPart } from '@lectern/contract/rules/log-actions';
import type { Queryable } from '../../../platform/database/database.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import {
  finishedVideos,
  lockedPortalOf,
  portalVideoOrderOf,
  portalOf,
  type PortalRow,
  saveSettings,
  saveToken,
  saveVideos,
} from './store.ts';
import { signForMember } from '../../videos/signed-playback-id.ts';
import { visitTally } from './count-visits.ts';
import { randomKey } from '../../../platform/files/random-key.ts';

/** Throws `professional_only`: the portal belongs to that plan. */
function onlyProfessional({ workspace }: Context<'member'>): void {
  if (workspace.plan !== 'professional') throw new Problem('professional_only');
}

const keyed = (ids: readonly string[]) => ids.map((videoId) => ({ videoId, key: randomKey(9) }));

/** Returns the chosen ids. Throws `not_found` for a repeated one or one that is not the member's own. */
function onlyOf(own: readonly string[], chosen: readonly string[]): readonly string[] {
  const known = new Set(own);
  if (new Set(chosen).size !== chosen.length || chosen.some((id) => !known.has(id))) throw new Problem('not_found');
  return chosen;
}

const settingsOf = (row: PortalRow, order: readonly { video_id: string }[]): PortalSettings => {
  const { title, accent, theme, layout, font, allowed_origins: sites } = row;
  const { show_quotes, show_downloads, answers_questions, ai_line } = row;
  const videos = order.map(({ video_id }) => video_id);
  return { title, accent, theme, layout, font, sites, show_quotes, show_downloads, answers_questions, ai_line, videos };
};

async function ownView(ctx: Context<'member'>, row: PortalRow): Promise<OwnPortal> {
  const db = ctx.database.kysely;
  const [library, order, logo] = await Promise.all([
    finishedVideos(db, row.workspace_id),
    portalVideoOrderOf(db, row.workspace_id),
    findPortalLogo(db, row.workspace_id),
  ]);
  const keys = new Map(order.map(({ video_id, key }) => [video_id, key]));
  return {
    ...embedCode(ctx.origin, row),
    version: row.updated_at.toISOString(),
    settings: settingsOf(row, order),
    logo: buildPortalLogo(row.token, logo),
    library: library.map((video) => ({
      id: video.id,
      title: video.title,
      duration: video.duration,
      key: keys.get(video.id) ?? null,
      thumbnail: video.has_thumbnail
        ? mediaPaths.thumbnail(signForMember(ctx, video.playback_id), chapterThumbnailTime(0, video.duration), 160)
        : null,
    })),
  };
}

/** Throws `portal_changed` where one of the settings that were seen is another by now. */
async function requireSame(
  ctx: Context<'member'>,
  tx: Queryable,
  now: PortalSettings,
  was: Partial<PortalSettings>,
): Promise<void> {
  const differs = (Object.keys(was) as (keyof PortalSettings)[]).some(
    (name) => !isDeepStrictEqual(now[name], was[name]),
  );
  if (!differs) return;
  const last = await lastInLog(tx, ctx.workspace.id, 'portal');
  throw await changedElsewhere(tx, ctx, last, {
    code: 'portal_changed',
    what: 'the portal',
    rest: 'Please look at it before you save again.',
  });
}

const logPortal = (
  ctx: Context<'member'>,
  tx: Queryable,
  action: Extract<LogAction, `portal.${string}`>,
  changed: readonly PortalPart[] = [],
): Promise<void> =>
  writeLog(tx, {
    ...callerInLog(ctx),
    action,
    object: { kind: 'portal', id: ctx.workspace.id },
    ...(changed.length > 0 ? { detail: { changed: changed.join(', ') } } : {}),
  });

/** Recordings that one event names. */
const mostTold = 100;

/** Writes down which recordings strangers see from now on, and which no more. */
async function logPublished(
  ctx: Context<'member'>,
  tx: Queryable,
  library: readonly { id: string; title: string }[],
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const titles = new Map(library.map(({ id, title }) => [id, title]));
  const changes = [
    { action: 'recording.published', ids: after.filter((id) => !before.includes(id)) },
    { action: 'recording.withdrawn', ids: before.filter((id) => !after.includes(id)) },
  ] as const;
  for (const { action, ids } of changes)
    for (const id of ids) {
      const detail = { title: titles.get(id) ?? '' };
      await writeLog(tx, { ...callerInLog(ctx), action, object: { kind: 'recording', id }, detail });
    }
  const published = changes[0].ids;
  if (published.length === 0) return;
  await recordEvent(ctx, tx, {
    kind: 'portal.published',
    workspaceId: ctx.workspace.id,
    subjectId: ctx.workspace.id,
    payload: { count: published.length, videoIds: published.slice(0, mostTold) },
  });
}

async function change(
  ctx: Context<'active'>,
  { videos, sites, was = {}, ...wanted }: PortalChange,
): Promise<{ data: OwnPortal }> {
  onlyProfessional(ctx);
  const settings = { ...wanted, ...(wanted.title === undefined ? {} : { title: visibleText(wanted.title) }) };
  if (settings.title === '') throw new Problem('bad_request', { detail: 'Please enter a title.' });
  const workspaceId = ctx.workspace.id;
  const row = await ctx.database.transaction(async (tx) => {
    const before = await lockedPortalOf(tx, workspaceId);
    if (!before) throw new Problem('not_found');
    const present = settingsOf(before, await portalVideoOrderOf(tx, workspaceId));
    await requireSame(ctx, tx, present, was);
    if (videos) {
      const own = await finishedVideos(tx, workspaceId);
      const ids = own.map(({ id }) => id);
      await saveVideos(tx, workspaceId, keyed(onlyOf(ids, videos)));
      await logPublished(ctx, tx, own, { before: present.videos, after: videos });
    }
    const others = { ...settings, ...(sites && { sites }) };
    const changed = (Object.keys(others) as (keyof typeof others)[]).filter(
      (name) => !isDeepStrictEqual(others[name], present[name]),
    );
    if (changed.length > 0) await logPortal(ctx, tx, 'portal.changed', changed);
    return saveSettings(tx, workspaceId, { ...settings, ...(sites && { allowed_origins: sites }) });
  });
  return { data: await ownView(ctx, row) };
}

/** Puts another logo in place of the one there is, or none. */
async function changeLogo(ctx: Context<'active'>, logo: LogoDrawing | null): Promise<{ data: OwnPortal }> {
  const workspaceId = ctx.workspace.id;
  const row = await ctx.database.transaction(async (tx) => {
    if (!(await lockedPortalOf(tx, workspaceId))) throw new Problem('not_found');
    await (logo ? saveLogo(tx, workspaceId, logo) : removeLogo(tx, workspaceId));
    await logPortal(ctx, tx, 'portal.changed', ['logo']);
    return saveSettings(tx, workspaceId, {});
  });
  return { data: await ownView(ctx, row) };
}

/** The embed code for the dashboard; null before there is one, and for every other plan. */
export async function embededScript(ctx: Context<'member'>): Promise<string | null> {
  if (ctx.workspace.plan !== 'professional') return null;
  const row = await portalOf(ctx.database.kysely, ctx.workspace.id);
  return row ? embedCode(ctx.origin, row).code : null;
}

/** Writes down what was counted so far; returns what statistics are about. */
async function statisticsRange(ctx: Context<'member'>, days: number) {
  onlyProfessional(ctx);
  await visitTally.flush(ctx);
  return { workspaceId: ctx.workspace.id, ...lastDays(ctx.now(), days) };
}

export const ownPortal = feature(portalOwnerRoutes, {
  async embedCode(ctx) {
    onlyProfessional(ctx);
    const row = await portalOf(ctx.database.kysely, ctx.workspace.id);
    return { data: row ? embedCode(ctx.origin, row) : null };
  },

  async generate(ctx, { title = '', videos: chosen }) {
    onlyProfessional(ctx);
    const workspaceId = ctx.workspace.id;
    const row = await ctx.database.transaction(async (tx) => {
      const before = await portalOf(tx, workspaceId);
      const saved = await saveToken(tx, workspaceId, randomKey(18), visibleText(title) || 'Webinars');
      // A new portal begins with what its owner chose, or with everything that is ready; what comes later the owner puts in.
      await logPortal(ctx, tx, before ? 'portal.moved' : 'portal.created');
      if (!before) {
        const library = await finishedVideos(tx, workspaceId);
        const ready = library.map(({ id }) => id);
        const after = chosen ? onlyOf(ready, chosen) : ready;
        await saveVideos(tx, workspaceId, keyed(after));
        await logPublished(ctx, tx, library, { before: [], after });
      }
      return saved;
    });
    return { data: embedCode(ctx.origin, row) };
  },

  async own(ctx) {
    onlyProfessional(ctx);
    const row = await portalOf(ctx.database.kysely, ctx.workspace.id);
    return { data: row ? await ownView(ctx, row) : null };
  },

  change,

  async setLogo(ctx, { png }) {
    onlyProfessional(ctx);
    return changeLogo(ctx, await drawLogo(Buffer.from(png, 'base64'), ctx.workspace.id));
  },

  async removeLogo(ctx) {
    onlyProfessional(ctx);
    return changeLogo(ctx, null);
  },

  async statistics(ctx, { days }) {
    const range = await statisticsRange(ctx, days);
    return { data: await ctx.database.snapshot((tx) => portalStatistics(tx, range)) };
  },

  async statisticsCsv(ctx, { days }) {
    const range = await statisticsRange(ctx, days);
    const csv = await statisticsCsv(ctx.database.kysely, range);
    return { name: `portal ${range.from} to ${range.to}.csv`, csv };
  },
});
