import { accounts } from '../features/accounts/accounts.ts';
import { admin } from '../features/admin/admin.ts';
import { audience } from '../features/audience/audience.ts';
import { billing } from '../features/billing/billing.ts';
import { chapters } from '../features/editing/chapters.ts';
import { clips } from '../features/clips/clips.ts';
import { dashboard } from '../features/dashboard/dashboard.ts';
import { downloads } from '../features/downloads/downloads.ts';
import { exports } from '../features/exports/exports.ts';
import { feedback } from '../features/feedback/feedback.ts';
import { glossary } from '../features/glossary/glossary.ts';
import { highlights } from '../features/highlights/highlights.ts';
import { operations } from '../features/operations/operations.ts';
import { ownAccount } from '../features/own-account/own-account.ts';
import { playback } from '../features/playback/playback.ts';
import { ownPortal } from '../features/portal/own-portal.ts';
import { portal } from '../features/portal/portal.ts';
import { prompts } from '../features/prompts/prompts.ts';
import { rewrites } from '../features/rewrites/rewrites.ts';
import { sample } from '../features/sample/sample.ts';
import { ownShares } from '../features/shares/own-shares.ts';
import { shares } from '../features/shares/shares.ts';
import { slides } from '../features/slides/slides.ts';
import { transcripts } from '../features/editing/transcripts.ts';
import { uploads } from '../features/uploads/uploads.ts';
import { voices } from '../features/speakers/voices.ts';
import { videos } from '../features/library/videos.ts';
import type { Feature } from '../platform/serve.ts';
import type { Config } from './config.ts';

/** Everything the product answers to. */
export const features: readonly Feature[] = [
  accounts,
  ownAccount,
  dashboard,
  feedback,
  uploads,
  videos,
  sample,
  slides,
  transcripts,
  voices,
  highlights,
  glossary,
  rewrites,
  chapters,
  playback,
  clips,
  downloads,
  exports,
  billing,
  prompts,
  ownPortal,
  portal,
  audience,
  ownShares,
  shares,
  admin,
  operations,
];

/** Of a worker: its health, and the webhook to which the jobs of the payment sandbox post their events. */
const ofWorkers: readonly Feature[] = [operations, billing];

export const featuresOf = (role: Config['role']): readonly Feature[] => (role === 'worker' ? ofWorkers : features);
