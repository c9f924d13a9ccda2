import { adminSession } from './admin-session.ts';
import { createSessionCall } from './session-call.ts';

/** Calls a route of the contract with the administrator's token. */
export const adminCall = createSessionCall(adminSession);
