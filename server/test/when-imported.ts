import { exportRoutes, type ImportProgress } from '@lectern/contract/exports/downloads';
import { eventually, type TestMember } from './member.ts';

/** Waits until a member's import is done or failed and returns its progress. */
export const whenImported = (member: TestMember): Promise<ImportProgress> =>
  eventually(async () => {
    const { data } = await member.call(exportRoutes.importProgress, undefined);
    return data?.state === 'done' || data?.state === 'failed' ? data : undefined;
  }, 'the end of the import');
