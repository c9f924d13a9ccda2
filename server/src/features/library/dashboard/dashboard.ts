import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { plans } from '@lectern/contract/rules/plans';
import { feature } from '../../../platform/http/serve.ts';
import { memberMinutesOf } from '../../billing/minutes/usage-of-members.ts';
import { embededScript } from '../../publishing/portal/own-portal.ts';
import { allowanceOf } from '../../billing/tokens/allowance.ts';
import { activeVideos } from '../../videos/plan-limit.ts';

export const dashboard = feature(dashboardRoutes, {
  dashboard: async (ctx) => {
    const { database, workspace, maxFileSize, speech, now } = ctx;
    const { used, total } = await allowanceOf(database, workspace.id, now());
    const minutes = await memberMinutesOf(ctx, database.kysely, [workspace.id]);
    return {
      data: {
        membership_end: workspace.membershipEnd?.toISOString() ?? null,
        token_used: used,
        token_total: total,
        active_videos: await activeVideos(database.kysely, workspace.id),
        total_videos: plans[workspace.plan].videos,
        plan: workspace.plan,
        subscription_status: workspace.subscriptionStatus,
        embededScript: await embededScript(ctx),
        max_file_size: maxFileSize,
        minutes: minutes(workspace.id),
        speech: speech ? { label: speech.label, fetches: (await speech.missing?.()) ?? null } : null,
      },
    };
  },
});
