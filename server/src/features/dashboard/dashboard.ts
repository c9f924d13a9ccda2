import { dashboardRoutes } from '@lectern/contract/dashboard';
import { plans } from '@lectern/contract/rules/plans';
import { feature } from '../../platform/serve.ts';
import { activeVideos } from '../videos/allowance.ts';

export const dashboard = feature(dashboardRoutes, {
  dashboard: async ({ database, member, maxFileSize }) => {
    const { videos, tokens } = plans[member.plan];
    return {
      data: {
        membership_end: member.membershipEnd?.toISOString() ?? null,
        // Nothing spends tokens before a language engine is connected.
        token_used: 0,
        token_total: tokens,
        active_videos: await activeVideos(database.kysely, member.id),
        total_videos: videos,
        plan: member.plan,
        subscription_status: member.subscriptionStatus,
        embededScript: null,
        max_file_size: maxFileSize,
      },
    };
  },
});
