import { keyOwnerRoutes } from '@lectern/contract/accounts/api-keys';
import { describeApi } from '@lectern/contract/v1/openapi';
import { apiLibraryRoutes } from '@lectern/contract/v1/library';
import { apiMediaRoutes } from '@lectern/contract/v1/media';
import { apiPublishingRoutes } from '@lectern/contract/v1/publishing';
import { apiRecordingRoutes } from '@lectern/contract/v1/recordings';
import { apiTranscriptRoutes } from '@lectern/contract/v1/transcripts';
import { referenceRoutes } from '@lectern/contract/v1/reference';
import { apiWorkspaceRoutes } from '@lectern/contract/v1/workspace';
import { feature } from '../../platform/http/serve.ts';

/** Tables of all calls of programs, in the order of the reference. */
export const apiTables = [
  keyOwnerRoutes,
  apiRecordingRoutes,
  apiTranscriptRoutes,
  apiLibraryRoutes,
  apiMediaRoutes,
  apiPublishingRoutes,
  apiWorkspaceRoutes,
] as const;

const described = new Map<string, object>();

function describeOnce(brand: string): object {
  const known = described.get(brand) ?? describeApi(apiTables, brand);
  described.set(brand, known);
  return known;
}

export const reference = feature(referenceRoutes, {
  openapi: ({ brand }) => describeOnce(brand) as { openapi: '3.1.1' },
});
