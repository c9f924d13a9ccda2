import { day } from '@lectern/contract/rules/durations';
import type { World } from '../platform/http/context.ts';
import { sweepEvents } from '../platform/events/events.ts';
import { dropRowsOfDeleted } from '../platform/database/rows-of-videos.ts';
import { sweepProposals } from '../features/api/mcp/chapter-tools.ts';
import { sweepClips } from '../features/playback/clips/clips.ts';
import { sweepFiles } from '../features/storage/sweep.ts';
import { sweepDelivered } from '../features/billing/minutes/delivered.job.ts';
import { addMissingSteps } from '../features/videos/add-missing-steps.ts';
import { sweepLooks } from '../features/videos/look.ts';
import { sweepGlossary } from '../features/transcripts/glossary/store.ts';
import { sweepEdits } from '../features/editing/history/edits.ts';
import { sweepHighlights } from '../features/editing/highlights/highlights.ts';
import { sweepRewrites } from '../features/editing/rewrites/rewrites.ts';
import { sweepEmbeddings } from '../features/library/embeddings/embed-passages.job.ts';
import { sweepSearch } from '../features/library/search/fold-texts.ts';
import { sweepSpeakers } from '../features/transcripts/speakers/store.ts';
import { sweepUploads } from '../features/uploads/sweep.ts';
import { sweepBilling } from '../features/billing/sweep.ts';
import { sweepTokens } from '../features/billing/tokens/operations.ts';
import { sweepSecurity } from '../features/accounts/security/security.ts';
import { sweepDomains } from '../features/accounts/workspaces/domains.ts';
import { sweepWorkspaceLog } from '../features/accounts/workspaces/workspace-log.ts';
import { sweepDeliveries } from '../features/operations/webhooks/webhooks.ts';
import { sweepApiRequests } from '../features/api/answer-once.ts';
import { sweepAccounts } from '../features/accounts/sweep.ts';

/** All sweeps, with the name an operator sees when one fails. A failed sweep does not stop the others. */
const sweeps: readonly (readonly [name: string, sweep: (world: World) => Promise<unknown>])[] = [
  ['uploads that nobody goes on with', sweepUploads],
  ['removals that were cut off, and files without a row', sweepFiles],
  ['recordings that are looked for', sweepLooks],
  ['work in progress that was left behind', ({ scratch, now }) => scratch.sweep(now())],
  ['dead sessions, used links and old registrations', sweepAccounts],
  ['the security log', sweepSecurity],
  ['old entries in the logs of workspaces', sweepWorkspaceLog],
  ['events that were sent long ago', sweepDeliveries],
  ['answers to programs that are a day old', sweepApiRequests],
  ['chapters that an assistant proposed a day ago', sweepProposals],
  ['proofs of domains', sweepDomains],
  ['old edits', sweepEdits],
  ['reservations of tokens', sweepTokens],
  ['clips that nobody has wanted for long', sweepClips],
  ['highlights that were removed', sweepHighlights],
  ['glossary terms that were removed', sweepGlossary],
  ['rewrites that nobody undoes any more', sweepRewrites],
  ['voices that nobody goes on to tell apart', sweepSpeakers],
  ['what the payment provider knows', sweepBilling],
  ['what the media provider delivered', sweepDelivered],
  ['steps that are newer than their videos', addMissingSteps],
  ['what is searched and was put there by an older version', sweepSearch],
  ['recordings whose meaning is not found yet', sweepEmbeddings],
  ['events that every reader has handled', sweepEvents],
  [
    'rows of deleted videos',
    ({ database, now }) => dropRowsOfDeleted(database.kysely, new Date(now().getTime() - kept)),
  ],
];

/** Milliseconds for which rows of a deleted video stay. */
const kept = 30 * day;

/** Tidies up, all of it that can be. Throws an `AggregateError` that names what could not. */
export async function sweep(world: World): Promise<void> {
  const failed: [name: string, error: unknown][] = [];
  for (const [name, tidy] of sweeps)
    try {
      await tidy(world);
    } catch (error) {
      world.log.error({ err: error }, `This was not tidied up: ${name}.`);
      failed.push([name, error]);
    }
  if (failed.length === 0) return;
  const names = failed.map(([name]) => name).join('; ');
  throw new AggregateError(
    failed.map(([, error]) => error),
    `Not tidied up: ${names}.`,
  );
}
