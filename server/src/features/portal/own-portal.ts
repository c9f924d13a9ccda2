import { randomBytes } from 'node:crypto';
import { media } from '@lectern/contract/playback';
import { type OwnPortal, portalOwnerRoutes, type PortalSettings } from '@lectern/contract/portal';
import { Problem } from '@lectern/contract/problem';
import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import type { Context } from '../../platform/context.ts';
import { lastDays } from '../../platform/days.ts';
import { feature } from '../../platform/serve.ts';
import { embedCode } from './embed-code.ts';
import { portalStatistics, statisticsCsv } from './statistics.ts';
import { finishedVideos, orderOf, portalOf, type PortalRow, saveSettings, saveToken, saveVideos } from './store.ts';
import { visitTally } from './tally.ts';

/** Throws `professional_only`: the portal belongs to that plan. */
function onlyProfessional({ member }: Context<'member'>): void {
  if (member.plan !== 'professional') throw new Problem('professional_only');
}

const newKey = (bytes: number): string => randomBytes(bytes).toString('base64url');

const keyed = (ids: readonly string[]) => ids.map((videoId) => ({ videoId, key: newKey(9) }));

/** What was chosen, each once. Throws `not_found` where something is not the member's own. */
function onlyOf(own: readonly string[], chosen: readonly string[]): readonly string[] {
  const known = new Set(own);
  if (new Set(chosen).size !== chosen.length || chosen.some((id) => !known.has(id))) throw new Problem('not_found');
  return chosen;
}

async function ownView(ctx: Context<'member'>, row: PortalRow): Promise<OwnPortal> {
  const db = ctx.database.kysely;
  const [library, order] = await Promise.all([finishedVideos(db, row.user_id), orderOf(db, row.user_id)]);
  const keys = new Map(order.map(({ video_id, key }) => [video_id, key]));
  const videos = order.map(({ video_id }) => video_id);
  const { title, accent, theme, sites, show_quotes, show_downloads } = row;
  return {
    ...embedCode(ctx.origin, row),
    version: row.updated_at.toISOString(),
    settings: { title, accent, theme, sites, show_quotes, show_downloads, videos },
    library: library.map((video) => ({
      id: video.id,
      title: video.title,
      duration: video.duration,
      key: keys.get(video.id) ?? null,
      thumbnail: video.has_thumbnail
        ? media.thumbnail(video.playback_id, chapterThumbnailTime(0, video.duration), 160)
        : null,
    })),
  };
}

async function change(ctx: Context<'active'>, { videos, ...settings }: PortalSettings): Promise<{ data: OwnPortal }> {
  onlyProfessional(ctx);
  const userId = ctx.member.id;
  const row = await ctx.database.transaction(async (tx) => {
    if (!(await portalOf(tx, userId))) throw new Problem('not_found');
    const own = (await finishedVideos(tx, userId)).map(({ id }) => id);
    await saveVideos(tx, userId, keyed(onlyOf(own, videos)));
    return saveSettings(tx, userId, settings);
  });
  return { data: await ownView(ctx, row) };
}

/** The embed code for the dashboard; null before there is one, and for every other plan. */
export async function embededScript(ctx: Context<'member'>): Promise<string | null> {
  if (ctx.member.plan !== 'professional') return null;
  const row = await portalOf(ctx.database.kysely, ctx.member.id);
  return row ? embedCode(ctx.origin, row).code : null;
}

export const ownPortal = feature(portalOwnerRoutes, {
  async embedCode(ctx) {
    onlyProfessional(ctx);
    const row = await portalOf(ctx.database.kysely, ctx.member.id);
    return { data: row ? embedCode(ctx.origin, row) : null };
  },

  async generate(ctx, { videos: chosen }) {
    onlyProfessional(ctx);
    const userId = ctx.member.id;
    const row = await ctx.database.transaction(async (tx) => {
      const before = await portalOf(tx, userId);
      const saved = await saveToken(tx, userId, newKey(18), 'Webinars');
      // A new portal begins with what its owner chose, or with everything that is ready; what comes later the owner puts in.
      if (!before) {
        const ready = (await finishedVideos(tx, userId)).map(({ id }) => id);
        await saveVideos(tx, userId, keyed(chosen ? onlyOf(ready, chosen) : ready));
      }
      return saved;
    });
    return { data: embedCode(ctx.origin, row) };
  },

  async own(ctx) {
    onlyProfessional(ctx);
    const row = await portalOf(ctx.database.kysely, ctx.member.id);
    return { data: row ? await ownView(ctx, row) : null };
  },

  change,

  async statistics(ctx, { days }) {
    onlyProfessional(ctx);
    await visitTally.flush(ctx);
    const range = { userId: ctx.member.id, ...lastDays(ctx.now(), days) };
    return { data: await ctx.database.snapshot((tx) => portalStatistics(tx, range)) };
  },

  async statisticsCsv(ctx, { days }) {
    onlyProfessional(ctx);
    await visitTally.flush(ctx);
    const range = { userId: ctx.member.id, ...lastDays(ctx.now(), days) };
    const csv = await statisticsCsv(ctx.database.kysely, range);
    return { name: `portal ${range.from} to ${range.to}.csv`, csv };
  },
});
