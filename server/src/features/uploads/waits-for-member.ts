import { Problem } from '@lectern/contract/problem';
import { rests } from '../../platform/http/problem-of.ts';

/** Whether a recording that has come whole waits for its member: to be let in again, or for a place in the library. */
export const waitsForMember = (error: unknown): boolean =>
  rests(error) || (error instanceof Problem && error.code === 'plan_maximum');
