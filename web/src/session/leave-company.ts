import type { LoggedOut } from '@lectern/contract/accounts/accounts';
import { adminSession } from './admin-call.ts';
import { currentSession } from './stored-session.ts';

/** After a log-out, ends the browser's session at the company too, unless somebody has signed in here meanwhile. */
export function leaveCompany({ end_session: url }: LoggedOut): void {
  if (url !== undefined && !currentSession() && !adminSession.current()) location.assign(url);
}
