import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { isCollision, isFull, isOutage, isOverdue, isTooLong } from './database/failures.ts';

function codeOf(error: unknown, otherwise: ProblemCode): ProblemCode {
  if (isFull(error)) return 'disk_full';
  if (isOutage(error)) return 'database_away';
  if (isCollision(error) || isOverdue(error)) return 'busy';
  if (isTooLong(error)) return 'text_too_long';
  return otherwise;
}

/** Whether nothing but room on the disk was missing. */
export const lacksRoom = (error: unknown): boolean => problemOf(error, 'internal').code === 'disk_full';

/** What is not there yet, or not there now, through no fault of whoever asked. */
const passing: ReadonlySet<ProblemCode> = new Set(['media_pending', 'storage_away']);

/** Members who may bring nothing in for a while: what has come by then waits until they may again. */
const resting: ReadonlySet<ProblemCode> = new Set(['deactivated', 'membership_expired']);

/** Whether it is the member who may bring nothing in now. */
export const rests = (error: unknown): boolean => error instanceof Problem && resting.has(error.code);

/** Whether what is missing may come any moment: the storage, or what a media provider is still making. */
export const passesSoon = (error: unknown): boolean => error instanceof Problem && passing.has(error.code);

/** Whether nothing but time is missing: that too, room on the disk, or a member's leave to bring something in. */
export const onlyWaits = (error: unknown): boolean => lacksRoom(error) || passesSoon(error) || rests(error);

/**
 * What an error is to people; `otherwise` is for one that nobody foresaw. A full disk, a text that is too long, a
 * database that is away and one that has too much to do are told as such wherever they show.
 */
export function problemOf(error: unknown, otherwise: ProblemCode): Problem {
  return error instanceof Problem ? error : new Problem(codeOf(error, otherwise), { cause: error });
}
