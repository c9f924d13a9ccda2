import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { call } from '../../../session/call.ts';
import { switchWorkspace } from '../../../session/workspaces.ts';

/** Begins the trial of the person's own workspace and goes there. Throws `CallError`. */
export async function startOwn(): Promise<void> {
  const { id } = await call(workspaceRoutes.startOwn, undefined);
  await switchWorkspace(id);
}
