import type { World } from '../platform/context.ts';
import { dropRowsOfDeleted } from '../platform/database/rows-of-videos.ts';
import { sweepFiles } from '../features/storage/sweep.ts';
import { sweepDelivered } from '../features/minutes/delivered.job.ts';
import { addMissingSteps } from '../features/videos/add-missing-steps.ts';
import { sweepGlossary } from '../features/glossary/sweep.ts';
import { sweepHighlights } from '../features/highlights/sweep.ts';
import { sweepRewrites } from '../features/rewrites/sweep.ts';
import { sweepSpeakers } from '../features/speakers/sweep.ts';
import { sweepUploads } from '../features/uploads/sweep.ts';
import { sweepBilling } from '../features/billing/sweep.ts';
import { sweepTokens } from '../features/tokens/operations.ts';
import { sweepSecurity } from '../features/security/security.ts';
import { sweepAccounts } from '../features/accounts/sweep.ts';

/**
 * Ends what nobody goes on with (uploads), finishes the removals that were cut off, sets aside files without
 * a row, and removes dead sessions, used links, highlights and terms that were removed, rewrites nobody undoes any more,
 * what came after a video was deleted, what voices sound like that nobody goes on to tell apart, and the
 * reservations of tokens that a killed process left.
 * Has what the media provider delivered counted, and gives videos the steps that came into the pipeline after them.
 */
export async function sweep(world: World): Promise<void> {
  await sweepUploads(world);
  await sweepFiles(world);
  await world.scratch.sweep(world.now());
  await sweepAccounts(world);
  await sweepSecurity(world);
  await sweepTokens(world);
  await sweepHighlights(world);
  await sweepGlossary(world);
  await sweepRewrites(world);
  await sweepSpeakers(world);
  await sweepBilling(world);
  await sweepDelivered(world);
  await addMissingSteps(world);
  await dropRowsOfDeleted(world.database.kysely, new Date(world.now().getTime() - 30 * 24 * 3_600_000));
}
