import { accounts } from '../features/accounts/accounts.ts';
import { admin } from '../features/admin/admin.ts';
import { billing } from '../features/billing/billing.ts';
import { chapters } from '../features/chapters/chapters.ts';
import { clips } from '../features/clips/clips.ts';
import { dashboard } from '../features/dashboard/dashboard.ts';
import { downloads } from '../features/downloads/downloads.ts';
import { exports } from '../features/exports/exports.ts';
import { feedback } from '../features/feedback/feedback.ts';
import { operations } from '../features/operations/operations.ts';
import { playback } from '../features/playback/playback.ts';
import { ownPortal } from '../features/portal/own-portal.ts';
import { portal } from '../features/portal/portal.ts';
import { prompts } from '../features/prompts/prompts.ts';
import { transcripts } from '../features/transcripts/transcripts.ts';
import { uploads } from '../features/uploads/uploads.ts';
import { videos } from '../features/videos/videos.ts';
import type { Feature } from '../platform/serve.ts';

/** Everything the product answers to. */
export const features: readonly Feature[] = [
  accounts,
  dashboard,
  feedback,
  uploads,
  videos,
  transcripts,
  chapters,
  playback,
  clips,
  downloads,
  exports,
  billing,
  prompts,
  ownPortal,
  portal,
  admin,
  operations,
];
