import { Problem } from '@lectern/contract/problem';
import type { OwnPortal } from '@lectern/contract/publishing/portal';
import type { ShareLink } from '@lectern/contract/publishing/shares';
import { type ApiPortal, apiPublishingRoutes, type ApiShare } from '@lectern/contract/v1/publishing';
import type { Context } from '../../platform/http/context.ts';
import { exports } from '../exports/exports.ts';
import { dashboard } from '../library/dashboard/dashboard.ts';
import { audience } from '../publishing/audience/audience.ts';
import { ownPortal } from '../publishing/portal/own-portal.ts';
import { ownShares } from '../publishing/shares/own-shares.ts';
import { apiFeature, changedMeanwhile, requireMatch } from './api-feature.ts';
import { asDownload, roundSeconds } from './recordings.ts';

const roundOptional = (seconds: number | null): number | null => seconds && roundSeconds(seconds);

const asApiShare = ({ viewed_at: _, ...share }: ShareLink): ApiShare => ({
  ...share,
  start: roundOptional(share.start),
  end: roundOptional(share.end),
});

function asApiPortal({ page, code, logo, version, settings: { videos, ...settings } }: OwnPortal): ApiPortal {
  const logo_url = logo && new URL(logo.url, page).href;
  return { ...settings, url: page, embed_code: code, logo_url, recording_ids: videos, version };
}

/** Throws `professional_only`, and `not_found` before there is one. */
async function portalOf(ctx: Context<'member'>): Promise<OwnPortal> {
  const { data } = await ownPortal.verbs.own(ctx);
  if (!data) throw new Problem('not_found');
  return data;
}

/** Recordings that were watched in the last days, with the seconds by visitors of the portal and of links. */
export async function watchedRecordings(
  ctx: Context<'member'>,
  wanted: { passthrough: string | undefined; days: number },
) {
  const { data } = await audience.verbs.watched(ctx, wanted);
  return data.map(({ passthrough: id, title, duration, portal, links, chapters }) => ({
    recording_id: id,
    title,
    duration: roundSeconds(duration),
    portal: roundSeconds(portal),
    links: roundSeconds(links),
    chapters: chapters.map(({ start_seconds: start, ...chapter }) => ({ ...chapter, start: roundSeconds(start) })),
  }));
}

export const apiPublishing = apiFeature(apiPublishingRoutes, {
  async listShares(ctx, { id }) {
    const { data } = await ownShares.verbs.shares(ctx, { passthrough: id });
    return { data: data.map(asApiShare) };
  },

  createShare: async (ctx, { recording_id: passthrough, chapter_id: chapter, ...wish }) =>
    asApiShare((await ownShares.verbs.create(ctx, { passthrough, chapter, ...wish })).data),

  changeShare: async (ctx, { id, is_revoked: revoked }) =>
    asApiShare((await ownShares.verbs.revoke(ctx, { id, revoked })).data),

  getPortal: async (ctx) => asApiPortal(await portalOf(ctx)),

  async changePortal(ctx, { recording_ids: videos, ...wanted }, wire) {
    const present = await portalOf(ctx);
    requireMatch(wire, asApiPortal(present));
    const changes = { ...wanted, ...(videos === undefined ? {} : { videos }) };
    if (Object.keys(changes).length === 0) throw new Problem('nothing_to_change');
    try {
      return asApiPortal((await ownPortal.verbs.change(ctx, { ...changes, was: present.settings })).data);
    } catch (cause) {
      if (!(cause instanceof Problem) || cause.code !== 'portal_changed') throw cause;
      throw changedMeanwhile(asApiPortal(await portalOf(ctx)), cause);
    }
  },

  async generatePortal(ctx, { title, recording_ids: chosen }) {
    await ownPortal.verbs.generate(ctx, { title, videos: chosen });
    return asApiPortal(await portalOf(ctx));
  },

  async setPortalLogo(ctx, { png }, wire) {
    requireMatch(wire, asApiPortal(await portalOf(ctx)));
    return asApiPortal((await ownPortal.verbs.setLogo(ctx, { png })).data);
  },

  async removePortalLogo(ctx, _input, wire) {
    requireMatch(wire, asApiPortal(await portalOf(ctx)));
    return asApiPortal((await ownPortal.verbs.removeLogo(ctx)).data);
  },

  async getPortalStatistics(ctx, { days }) {
    const { data } = await ownPortal.verbs.statistics(ctx, { days });
    return {
      ...data,
      recordings: data.videos.map(({ id, ...video }) => ({ recording_id: id, ...video })),
      chapters: data.chapters.map(({ video, start_seconds: start, ...chapter }) => ({
        recording_id: video,
        start: roundSeconds(start),
        ...chapter,
      })),
      quotes: data.quotes.map(({ video, ...quote }) => ({ recording_id: video, ...quote })),
    };
  },

  importArchive: async (ctx, wanted, wire) => (await exports.verbs.import(ctx, wanted, wire)).data,

  async getImport(ctx) {
    const { data } = await exports.verbs.importProgress(ctx);
    if (!data) throw new Problem('not_found');
    return data;
  },

  async createExport(ctx, { recordings }) {
    const { url } = await exports.verbs.exportLink(ctx, { recordings });
    return asDownload(ctx, url);
  },

  async getExport(ctx) {
    const { data } = await exports.verbs.exportProgress(ctx);
    if (!data) throw new Problem('not_found');
    return data;
  },

  async getUsage(ctx) {
    const { data } = await dashboard.verbs.dashboard(ctx);
    return {
      plan: data.plan,
      subscription_status: data.subscription_status,
      membership_end: data.membership_end,
      tokens: { used: data.token_used, of: data.token_total },
      recordings: { used: data.active_videos.length, of: data.total_videos },
      max_file_size: data.max_file_size,
    };
  },

  async getStatistics(ctx, { recording_id: passthrough, days }) {
    return { data: await watchedRecordings(ctx, { passthrough, days }) };
  },
});
