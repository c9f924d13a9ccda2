import { accounts } from '../features/accounts/accounts.ts';
import { admin } from '../features/operations/admin/admin.ts';
import { apiKeys } from '../features/accounts/keys/api-keys.ts';
import { apiLibrary } from '../features/api/library.ts';
import { apiMedia } from '../features/api/media.ts';
import { apiPublishing } from '../features/api/publishing.ts';
import { apiRecordings } from '../features/api/recordings.ts';
import { apiTranscripts } from '../features/api/transcripts.ts';
import { apiOwner, apiWorkspace } from '../features/api/workspace.ts';
import { reference } from '../features/api/reference.ts';
import { ask } from '../features/library/ask/ask.ts';
import { adminWorkspaces } from '../features/operations/admin/workspaces.ts';
import { audience } from '../features/publishing/audience/audience.ts';
import { billing } from '../features/billing/billing.ts';
import { chapters, transcripts } from '../features/editing/chapters.ts';
import { clips } from '../features/playback/clips/clips.ts';
import { dashboard } from '../features/library/dashboard/dashboard.ts';
import { downloads } from '../features/exports/downloads/downloads.ts';
import { exports } from '../features/exports/exports.ts';
import { feedback } from '../features/operations/feedback/contact.ts';
import { glossary } from '../features/transcripts/glossary/glossary.ts';
import { history } from '../features/editing/history/history.ts';
import { highlights } from '../features/editing/highlights/highlights.ts';
import { invitations } from '../features/accounts/invitations.ts';
import { languageChoice } from '../features/operations/admin/language-choice.ts';
import { oauth } from '../features/accounts/oauth/oauth.ts';
import { operations } from '../features/operations/operations.ts';
import { mcp } from '../features/api/mcp/mcp.ts';
import { ownAccount } from '../features/accounts/own-account/own-account.ts';
import { people } from '../features/operations/people/people.ts';
import { playback } from '../features/playback/playback.ts';
import { ownPortal } from '../features/publishing/portal/own-portal.ts';
import { portal } from '../features/publishing/portal/portal.ts';
import { prompts } from '../features/editing/prompts/prompts.ts';
import { rewrites } from '../features/editing/rewrites/rewrites.ts';
import { sample } from '../features/library/sample/sample.ts';
import { ownShares } from '../features/publishing/shares/own-shares.ts';
import { shares } from '../features/publishing/shares/shares.ts';
import { singleSignOn } from '../features/accounts/single-sign-on.ts';
import { slides } from '../features/outline/slides/slides.ts';
import { uploads } from '../features/uploads/uploads.ts';
import { workspaceLog } from '../features/accounts/workspaces/show-log.ts';
import { voices } from '../features/transcripts/speakers/voices.ts';
import { videos } from '../features/library/videos.ts';
import { webhooks } from '../features/operations/webhooks/webhooks.ts';
import { workspaceDomains } from '../features/accounts/workspaces/domains.ts';
import type { Feature } from '../platform/http/serve.ts';
import type { Config } from './config.ts';

/** Everything the product answers to. */
export const features: readonly Feature[] = [
  accounts,
  singleSignOn,
  workspaceDomains,
  ownAccount,
  workspaceLog,
  apiKeys,
  oauth,
  people,
  invitations,
  dashboard,
  ask,
  feedback,
  uploads,
  videos,
  sample,
  slides,
  transcripts,
  voices,
  highlights,
  history,
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
  adminWorkspaces,
  languageChoice,
  webhooks,
  operations,
  reference,
  apiOwner,
  apiRecordings,
  apiTranscripts,
  apiLibrary,
  apiMedia,
  apiPublishing,
  apiWorkspace,
  mcp,
];

/** Features of a worker: its health, and the webhook that receives payment sandbox events from jobs. */
const ofWorkers: readonly Feature[] = [operations, billing];

export const featuresForRole = (role: Config['role']): readonly Feature[] => (role === 'worker' ? ofWorkers : features);
