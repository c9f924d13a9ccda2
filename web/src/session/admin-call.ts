import type { AdminSession } from '@lectern/contract/operations/admin';
import { createSessionCall } from './session-call.ts';
import { storedSession } from './stored.ts';

/** The signed-in administrator, apart from any subscriber signed in with the same browser. */
export const adminSession = storedSession<AdminSession>('lectern.admin');

export const adminCall = createSessionCall(adminSession);
