import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { plans } from '@lectern/contract/rules/plans';
import { feature } from '../../../platform/http/serve.ts';
import { memberMinutesOf } from '../../billing/minutes/usage-of-members.ts';
import { embededScript } from '../../publishing/portal/own-portal.ts';
import { allowanceOf } from '../../billing/tokens/allowance.ts';
import { activeVideos } from '../../videos/plan-limit.ts';

export const dashboard = feature(dashboardRoutes, {
  dashboard: async (ctx) => {
    const { database, member, maxFileSize, speech, now } = ctx;
    const { used, total } = await allowanceOf(database, member.id, now());
    const minutes = await memberMinutesOf(ctx, database.kysely, [member.id]);
    return {
      data: {
        membership_end: member.membershipEnd?.toISOString() ?? null,
        token_used: used,
        token_total: total,
        active_videos: await activeVideos(database.kysely, member.id),
        total_videos: plans[member.plan].videos,
        plan: member.plan,
        subscription_status: member.subscriptionStatus,
        embededScript: await embededScript(ctx),
        max_file_size: maxFileSize,
        minutes: minutes(member.id),
        speech: speech ? { label: speech.label, fetches: (await speech.missing?.()) ?? null } : null,
      },
    };
  },
});
