import type { Queryable } from '../../platform/database/database.ts';
import { pageByPage } from './store.ts';

/** The words that a member's texts are to be written with. */
export const readGlossaryForExport = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('glossary_terms')
    .select(['term', 'misspellings as wrong', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .orderBy('term')
    .execute();

/** A member's portal with its videos in their order; undefined where there is none. */
export async function readPortalForExport(db: Queryable, workspaceId: string) {
  const portal = await db
    .selectFrom('portals')
    .select([
      'token',
      'title',
      'accent',
      'theme',
      'layout',
      'font',
      'allowed_origins as sites',
      'show_quotes',
      'show_downloads',
      'answers_questions',
      'ai_line',
      'created_at',
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!portal) return undefined;
  const videos = await db
    .selectFrom('portal_videos')
    .innerJoin('videos', 'videos.id', 'portal_videos.video_id')
    .select(['portal_videos.key', 'videos.title', 'videos.id'])
    .where('portal_videos.workspace_id', '=', workspaceId)
    .where('videos.deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  return { ...portal, videos };
}

export const portalLogoOf = (db: Queryable, workspaceId: string) =>
  db.selectFrom('portal_logos').select('png').where('workspace_id', '=', workspaceId).executeTakeFirst();

/** The links a member has given away, also those that have ended. */
export const readSharesForExport = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('shares')
    .innerJoin('videos', 'videos.id', 'shares.video_id')
    .select(({ eb }) => [
      'shares.key',
      'shares.video_id',
      'videos.title as video',
      'shares.kind',
      'shares.start_s',
      'shares.end_s',
      'shares.title',
      eb('shares.password_hash', 'is not', null).as('has_password'),
      'shares.shows_transcript',
      'shares.ends_at',
      'shares.revoked_at',
      'shares.views',
      'shares.viewed_at',
      'shares.created_at',
    ])
    .where('videos.workspace_id', '=', workspaceId)
    .where('videos.deleted_at', 'is', null)
    .orderBy('shares.created_at')
    .orderBy('shares.id')
    .execute();

/** Pages a member's payments, oldest first, in the smallest unit of their currency; no currency means dollars. */
export const readPaymentsForExport = (db: Queryable, workspaceId: string) =>
  db
    .selectFrom('payments')
    .select(['provider_id', 'payment_type', 'product_id', 'price', 'currency', 'given_back', 'status', 'log'])
    .select(['created_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Pages the messages a member wrote to the operator, with the answers. */
export const readReportsForExport = (db: Queryable, userId: string) =>
  db
    .selectFrom('reports')
    .select(['report_type', 'subject', 'message', 'email', 'response', 'created_at'])
    // a person's: what they wrote to the operator
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

/** Pages activity counts of a member's portal, by day. */
export const portalCountsOf = (db: Queryable, workspaceId: string) =>
  pageByPage(
    db
      .selectFrom('portal_counts')
      .select(['day', 'kind', 'video_id', 'detail', 'count', 'amount'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('day')
      .orderBy('kind')
      .orderBy('video_id')
      .orderBy('detail'),
  );

/** Pages what was watched of a member's videos, in hundredths of each video, by day. */
export const readWatchedForExport = (db: Queryable, workspaceId: string) =>
  pageByPage(
    db
      .selectFrom('watch_buckets')
      .innerJoin('videos', 'videos.id', 'watch_buckets.video_id')
      .select(['watch_buckets.day', 'watch_buckets.place', 'watch_buckets.video_id', 'watch_buckets.seconds'])
      .where('videos.workspace_id', '=', workspaceId)
      .where('videos.deleted_at', 'is', null)
      .orderBy('watch_buckets.day')
      .orderBy('watch_buckets.video_id')
      .orderBy('watch_buckets.place'),
  );
