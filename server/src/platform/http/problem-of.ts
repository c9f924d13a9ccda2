import { Problem, type ProblemCode } from '@lectern/contract/problem';
import {
  isSerializationFailure,
  isDiskFullError,
  isDatabaseDown,
  isStatementTimeout,
  isTooLong,
} from '../database/failures.ts';

/** How the system tells that nothing on a disk can be written, or that all of it is gone. */
const disksOwn: ReadonlySet<string | undefined> = new Set(['EROFS', 'ENODEV']);

/** How it tells what may be so of one file alone. */
const filesOwn: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EIO', 'ESTALE']);

/** File system calls; a process that may not be run is no storage fault. */
const onFiles =
  /^(?:open|mkdir|rename|link|unlink|rm|rmdir|copyfile|write|writev|ftruncate|f?sync|fdatasync|scandir|read)$/;

function failsOnFile(error: unknown, codes: ReadonlySet<string | undefined>): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return error instanceof Error && codes.has(code) && onFiles.test(syscall ?? '');
}

/** Returns the file error itself, or `storage_away` when the storage accepts no file at all. */
export async function orAway(error: unknown, { check }: { check(): Promise<void> }): Promise<unknown> {
  if (!failsOnFile(error, filesOwn)) return error;
  return check().then(
    () => error,
    () => new Problem('storage_away', { cause: error }),
  );
}

function codeOf(error: unknown, otherwise: ProblemCode): ProblemCode {
  if (isDiskFullError(error)) return 'disk_full';
  if (failsOnFile(error, disksOwn)) return 'storage_away';
  if (isDatabaseDown(error)) return 'database_away';
  if (isSerializationFailure(error) || isStatementTimeout(error)) return 'busy';
  if (isTooLong(error)) return 'text_too_long';
  return otherwise;
}

/** Whether nothing but room on the disk was missing. */
export const isDiskFullProblem = (error: unknown): boolean => problemOf(error, 'internal').code === 'disk_full';

/** Codes for content that is not there yet or temporarily unavailable, through no fault of the caller. */
const passing: ReadonlySet<ProblemCode> = new Set(['media_pending', 'storage_away']);

/** Members who may bring nothing in for a while: what has come by then waits until they may again. */
const resting: ReadonlySet<ProblemCode> = new Set(['deactivated', 'membership_expired']);

/** Whether it is the member who may bring nothing in now. */
export const rests = (error: unknown): boolean => error instanceof Problem && resting.has(error.code);

/** Whether what is missing may come any moment: the storage, or what a media provider is still making. */
export const passesSoon = (error: unknown): boolean => passing.has(problemOf(error, 'internal').code);

/** Whether nothing but time is missing: that too, room on the disk, or a member's leave to bring something in. */
export const isTemporary = (error: unknown): boolean => isDiskFullProblem(error) || passesSoon(error) || rests(error);

/**
 * Maps an error to a problem; unforeseen errors become `otherwise`. Full disks, long texts and unavailable or busy
 * databases always get their own codes.
 */
export function problemOf(error: unknown, otherwise: ProblemCode): Problem {
  return error instanceof Problem ? error : new Problem(codeOf(error, otherwise), { cause: error });
}
