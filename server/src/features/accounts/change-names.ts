import type { Queryable } from '../../platform/database/database.ts';
import { readNames } from './names.ts';
import { setNames } from './store.ts';

/** Throws `missing_fields`, and `bad_request` when one is too long. */
export const changeNames = (
  tx: Queryable,
  userId: string,
  typed: { firstname: string; lastname: string },
): Promise<void> => setNames(tx, userId, readNames(typed));
