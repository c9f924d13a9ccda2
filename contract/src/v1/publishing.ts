import { z } from 'zod';
import { Plan, SubscriptionStatus } from '../accounts/accounts.ts';
import { DuplicatePolicy, ExportProgress, ImportProgress } from '../exports/downloads.ts';
import {
  Accent,
  AiLine,
  EmbeddingSite,
  PortalFont,
  PortalLayout,
  PortalSettings,
  PortalTheme,
} from '../publishing/portal-settings.ts';
import { routes } from '../route.ts';
import { portalLimits } from '../rules/portal-settings.ts';
import { boundedText, sentText, trimmedText } from '../text.ts';
import { ById, Download, Id, listOf, Seconds, When } from './lists.ts';

export const ApiShare = z
  .object({
    id: Id,
    url: sentText,
    kind: z.enum(['video', 'chapter', 'clip']),
    title: sentText.nullable(),
    start: Seconds.nullable(),
    end: Seconds.nullable(),
    has_password: z.boolean(),
    shows_transcript: z.boolean(),
    ends_at: When.nullable(),
    state: z.enum(['open', 'ended', 'revoked']),
    views: z.int(),
    created_at: When,
  })
  .meta({ id: 'Share' });
export type ApiShare = z.infer<typeof ApiShare>;

export const ApiPortal = PortalSettings.omit({ videos: true, sites: true })
  .extend({
    url: sentText,
    embed_code: sentText,
    logo_url: sentText.nullable(),
    /** Sites that may show it; without one, all may. */
    sites: z.array(sentText),
    /** In their order; the first one is shown large. */
    recording_ids: z.array(Id),
    /** Changes with what visitors see; the `ETag` of the portal. */
    version: sentText,
  })
  .meta({ id: 'Portal' });
export type ApiPortal = z.infer<typeof ApiPortal>;

const Watched = z
  .object({
    recording_id: Id,
    title: sentText,
    duration: Seconds,
    /** Seconds that were played, by visitors of the portal and of share links. */
    portal: Seconds,
    links: Seconds,
    chapters: z.array(z.object({ title: sentText, start: Seconds, times: z.number() })),
  })
  .meta({ id: 'Watched' });

/** Acts of the portal's visitors. */
const PortalFigures = z
  .object({
    days: z.array(z.object({ day: z.iso.date(), plays: z.number() })),
    recordings: z.array(z.object({ recording_id: Id, title: sentText, plays: z.number() })),
    /** `share`: mean part of the chapter that those saw who saw any of it, 0 to 1. */
    chapters: z.array(
      z.object({ recording_id: Id, title: sentText, start: Seconds, views: z.number(), share: z.number() }),
    ),
    searches: z.number(),
    /** Searches that found nothing. */
    missed: z.array(z.object({ keyword: sentText, count: z.number() })),
    quotes: z.array(z.object({ recording_id: Id, text: sentText, shared: z.number() })),
  })
  .meta({ id: 'PortalFigures' });

const Usage = z
  .object({
    plan: Plan,
    subscription_status: SubscriptionStatus,
    membership_end: When.nullable(),
    tokens: z.object({ used: z.number(), of: z.number() }),
    recordings: z.object({ used: z.int(), of: z.number() }),
    /** Bytes of the largest file. */
    max_file_size: z.number(),
  })
  .meta({ id: 'Usage' });

const Days = z.coerce.number().int().min(1).max(366).default(30);

const portal = { access: 'active', right: 'curate', scope: 'publish' } as const;

export const apiPublishingRoutes = routes({
  listShares: {
    method: 'GET',
    path: '/v1/recordings/:id/shares',
    access: 'member',
    right: 'publish',
    scope: 'publish',
    api: { summary: 'List the share links of a recording' },
    params: ById,
    reply: listOf(ApiShare),
  },
  createShare: {
    method: 'POST',
    path: '/v1/shares',
    access: 'active',
    right: 'publish',
    scope: 'publish',
    api: { summary: 'Make a share link to a recording, a chapter of it, or the part between two seconds', status: 201 },
    body: z.strictObject({
      recording_id: Id,
      chapter_id: Id.optional(),
      start: z.number().nonnegative().optional(),
      end: z.number().nonnegative().optional(),
      /** Names a part between two seconds. */
      title: trimmedText(300).optional(),
      password: boundedText(1000).optional(),
      ends_at: z.iso.datetime({ offset: true }).max(40).optional(),
      shows_transcript: z.boolean().default(true),
    }),
    reply: ApiShare,
  },
  changeShare: {
    method: 'PATCH',
    path: '/v1/shares/:id',
    access: 'member',
    right: 'publish',
    scope: 'publish',
    api: { summary: 'Revoke a share link, or open it again' },
    params: ById,
    body: z.strictObject({ is_revoked: z.boolean() }),
    reply: ApiShare,
  },
  getPortal: {
    method: 'GET',
    path: '/v1/portal',
    access: 'member',
    right: 'publish',
    scope: 'publish',
    api: { summary: 'Get the portal' },
    reply: ApiPortal,
  },
  changePortal: {
    ...portal,
    method: 'PATCH',
    path: '/v1/portal',
    api: { summary: 'Change the portal, or what is in it', edits: true },
    body: z.strictObject({
      title: trimmedText(120).min(1).optional(),
      accent: Accent.optional(),
      theme: PortalTheme.optional(),
      layout: PortalLayout.optional(),
      font: PortalFont.optional(),
      sites: z.array(EmbeddingSite).max(portalLimits.sites).optional(),
      show_quotes: z.boolean().optional(),
      show_downloads: z.boolean().optional(),
      answers_questions: z.boolean().optional(),
      ai_line: AiLine.optional(),
      recording_ids: z.array(Id).max(portalLimits.videos).optional(),
    }),
    reply: ApiPortal,
  },
  generatePortal: {
    ...portal,
    method: 'POST',
    path: '/v1/portal/generate',
    api: {
      summary: 'Make the portal, or give it a new address: links to the old one end at once',
      status: 201,
    },
    body: z.strictObject({
      title: trimmedText(120).min(1).optional(),
      /** A new portal's; without them, all that are finished. */
      recording_ids: z.array(Id).max(portalLimits.videos).optional(),
    }),
    reply: ApiPortal,
  },
  setPortalLogo: {
    ...portal,
    method: 'PUT',
    path: '/v1/portal/logo',
    api: { summary: 'Set the logo of the portal: a PNG in base64', edits: true },
    body: z.strictObject({ png: z.base64().min(1).max(1_400_000) }),
    reply: ApiPortal,
  },
  removePortalLogo: {
    ...portal,
    method: 'DELETE',
    path: '/v1/portal/logo',
    api: { summary: 'Remove the logo of the portal', edits: true },
    reply: ApiPortal,
  },
  getPortalStatistics: {
    method: 'GET',
    path: '/v1/portal/statistics',
    access: 'member',
    right: 'publish',
    scope: 'publish',
    api: { summary: 'Get what visitors of the portal played, searched and shared in the last days' },
    query: z.strictObject({ days: Days }),
    reply: PortalFigures,
  },
  importArchive: {
    method: 'PUT',
    path: '/v1/imports',
    access: 'active',
    right: 'curate',
    scope: 'manage',
    api: { summary: 'Send an export, which is brought into the workspace', status: 202 },
    query: z.strictObject({ repeats: DuplicatePolicy.default('skip') }),
    body: 'bytes',
    reply: ImportProgress,
  },
  getImport: {
    method: 'GET',
    path: '/v1/imports/last',
    access: 'member',
    right: 'curate',
    scope: 'manage',
    api: { summary: 'Get how far the last import is' },
    reply: ImportProgress,
  },
  createExport: {
    method: 'POST',
    path: '/v1/exports',
    access: 'member',
    right: 'curate',
    scope: 'manage',
    api: { summary: 'Begin an export of the workspace, as a ZIP that is written while it is downloaded', status: 201 },
    body: z.strictObject({ recordings: z.enum(['with', 'without']).default('with') }),
    reply: Download,
  },
  getExport: {
    method: 'GET',
    path: '/v1/exports/last',
    access: 'member',
    right: 'curate',
    scope: 'manage',
    api: { summary: 'Get how far your last export is' },
    reply: ExportProgress,
  },
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    access: 'member',
    right: 'watch',
    scope: 'read',
    api: { summary: 'Get the plan and what of it is used' },
    reply: Usage,
  },
  getStatistics: {
    method: 'GET',
    path: '/v1/statistics',
    access: 'member',
    right: 'watch',
    scope: 'read',
    api: { summary: 'Get what visitors watched, most first' },
    query: z.strictObject({
      recording_id: Id.optional(),
      days: Days,
    }),
    reply: listOf(Watched),
  },
});
