import { z } from 'zod';
import { Plan, SubscriptionStatus } from '../accounts/accounts.ts';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';

/** Plan data of the caller for the dashboard and the uploader. */
export const Dashboard = z.object({
  membership_end: z.iso.datetime().nullable(),
  token_used: z.number(),
  token_total: z.number(),
  active_videos: z.array(z.uuid()),
  /** The most videos the plan allows at a time. */
  total_videos: z.number(),
  plan: Plan,
  subscription_status: SubscriptionStatus,
  embededScript: sentText.nullable(),
  /** Bytes. */
  max_file_size: z.number(),
  /** Minutes stored, and delivered this month, where a media provider does both; the plan has the limits. */
  minutes: z.object({ stored: z.number(), delivered: z.number() }).nullable(),
  /**
   * Label of the recogniser that transcribes recordings without captions; null when captions are required. `fetches`
   * is the first recording's download, in bytes.
   */
  speech: z
    .object({ label: sentText, fetches: z.object({ bytes: z.number(), licence: sentText }).nullable() })
    .nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const dashboardRoutes = routes({
  dashboard: {
    method: 'GET',
    path: '/basic/dashboard',
    access: 'member',
    right: 'watch',
    reply: z.object({ data: Dashboard }),
  },
});
