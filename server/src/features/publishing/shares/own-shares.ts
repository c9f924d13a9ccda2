import { Problem } from '@lectern/contract/problem';
import { visibleText } from '@lectern/contract/rules/visible-text';
import type { Input } from '@lectern/contract/route';
import { type ShareLink, sharePath, shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Context } from '../../../platform/http/context.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { feature } from '../../../platform/http/serve.ts';
import { callerInLog, writeLog } from '../../accounts/workspaces/workspace-log.ts';
import { checkNewPassword, hashPassword } from '../../accounts/passwords.ts';
import { shownChaptersOf } from '../../outline/chapters-of.ts';
import { whyNotPlayable } from '../../videos/renditions/playable.ts';
import { ownVideo, type VideoRow } from '../../videos/find-video.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import { hasEnded } from './open-share.ts';
import {
  countOpen,
  dropClosed,
  insertShare,
  revokeLinksBy,
  setRevoked,
  shareById,
  type ShareRow,
  sharesOf,
} from './store.ts';
import { viewTally } from './count-views.ts';
import { randomKey } from '../../../platform/files/random-key.ts';

/** Links of one recording that are open at a time. */
const most = 100;

/** All links that are kept of one recording, with those that were revoked or have ended. */
const mostKept = 1000;

type Wish = Input<typeof shareOwnerRoutes.create>;

function asShare({ origin, now }: Context<'member'>, row: ShareRow): ShareLink {
  return {
    id: row.id,
    url: `${origin}${sharePath(row.key)}`,
    kind: row.kind,
    title: row.title,
    start: row.start_s,
    end: row.end_s,
    has_password: row.password_hash !== null,
    shows_transcript: row.shows_transcript,
    ends_at: row.ends_at?.toISOString() ?? null,
    state: row.revoked_at ? 'revoked' : hasEnded(row, now()) ? 'ended' : 'open',
    views: row.views,
    viewed_at: row.viewed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/**
 * Determines the time range of a new share link. Throws `not_found` for a chapter of another video, and
 * `share_part_wrong`.
 */
async function partWanted(
  { database }: Context<'member'>,
  video: VideoRow,
  { chapter: chapterId, start, end, title }: Wish,
): Promise<Pick<ShareRow, 'kind' | 'start_s' | 'end_s' | 'title'>> {
  if (chapterId !== undefined) {
    const chapter = (await shownChaptersOf(database.kysely, video.id)).find(({ id }) => id === chapterId);
    if (!chapter) throw new Problem('not_found');
    return { kind: 'chapter', start_s: chapter.start, end_s: chapter.end, title: chapter.title };
  }
  if (start === undefined && end === undefined) return { kind: 'video', start_s: null, end_s: null, title: null };
  if (start === undefined || end === undefined || start >= end || end > video.duration)
    throw new Problem('share_part_wrong');
  return { kind: 'clip', start_s: start, end_s: end, title: visibleText(title ?? '') || null };
}

type LinkAction = 'link.created' | 'link.revoked' | 'link.reopened';

/** Writes down what was done with a link, for the people of the workspace and for those outside that are told. */
async function recordLink(
  ctx: Context<'member'>,
  tx: Queryable,
  action: LinkAction,
  { id, videoId, title }: { id: string; videoId: string; title: string },
): Promise<void> {
  await writeLog(tx, { ...callerInLog(ctx), action, object: { kind: 'link', id }, detail: { recording: title } });
  await recordEvent(ctx, tx, {
    kind: action === 'link.revoked' ? 'share.revoked' : 'share.created',
    workspaceId: ctx.workspace.id,
    subjectId: id,
    payload: { videoId },
  });
}

async function create(ctx: Context<'active'>, wish: Wish): Promise<{ data: ShareLink }> {
  const { member, brand, database, now } = ctx;
  const video = await ownVideo(database.kysely, ctx.workspace.id, wish.passthrough);
  if (!video.playable) throw whyNotPlayable(video);
  const ends_at = wish.ends_at === undefined ? null : new Date(wish.ends_at);
  if (hasEnded({ ends_at }, now())) throw new Problem('share_end_past');
  if (wish.password) checkNewPassword(wish.password, { brand, ...member });
  const part = await partWanted(ctx, video, wish);
  const password_hash = wish.password ? await hashPassword(ctx, wish.password) : null;
  const row = await database.transaction(async (tx) => {
    await lockVideo(tx, video.id);
    if ((await countOpen(tx, video.id, now())) >= most) throw new Problem('shares_too_many');
    await dropClosed(tx, video.id, { most: mostKept - 1, now: now() });
    const share = await insertShare(tx, {
      ...part,
      key: randomKey(18),
      created_by: member.id,
      video_id: video.id,
      password_hash,
      shows_transcript: wish.shows_transcript,
      ends_at,
    });
    await recordLink(ctx, tx, 'link.created', { id: share.id, videoId: video.id, title: video.title });
    return share;
  });
  return { data: asShare(ctx, row) };
}

/** Takes back the links that a person has made in a workspace which they leave. */
export async function revokeAllBy(ctx: Context<'member'>, tx: Queryable, userId: string): Promise<void> {
  for (const { id, video_id: videoId, title } of await revokeLinksBy(
    tx,
    { workspaceId: ctx.workspace.id, userId },
    ctx.now(),
  ))
    await recordLink(ctx, tx, 'link.revoked', { id, videoId, title });
}

export const ownShares = feature(shareOwnerRoutes, {
  async shares(ctx, { passthrough }) {
    const { id } = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    await viewTally.flush(ctx);
    return { data: (await sharesOf(ctx.database.kysely, id)).map((row) => asShare(ctx, row)) };
  },

  create,

  async revoke(ctx, { id, revoked }) {
    const share = await shareById(ctx.database.kysely, id);
    if (!share) throw new Problem('not_found');
    const row = await ctx.database.transaction(async (tx) => {
      const { title } = await lockVideo(tx, share.video_id);
      const changed = await setRevoked(tx, { id, workspaceId: ctx.workspace.id }, revoked ? ctx.now() : null);
      if (!changed) throw new Problem('not_found');
      if (!revoked && (await countOpen(tx, share.video_id, ctx.now())) > most) throw new Problem('shares_too_many');
      await recordLink(ctx, tx, revoked ? 'link.revoked' : 'link.reopened', { id, videoId: share.video_id, title });
      return changed;
    });
    return { data: asShare(ctx, row) };
  },
});
