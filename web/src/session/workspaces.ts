import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { type OwnWorkspace, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import type { Role } from '@lectern/contract/rules/rights';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '../ui/toast.tsx';
import { call } from './call.ts';
import { currentSession, isOpened, mergeSession, useMember } from './stored-session.ts';

/** Where the workspaces of a person are kept, and what is known of the one of this tab. */
export const workspacesKey = ['workspaces'] as const;
export const workspaceKey = ['workspace'] as const;
export const peopleKey = ['people'] as const;

/** Keeps the list of the person's workspaces fresh, which every page reads from the session. */
export function useFreshWorkspaces(): void {
  const { data } = useQuery({
    queryKey: workspacesKey,
    queryFn: async ({ signal }) => (await call(workspaceRoutes.list, undefined, { signal })).data,
    staleTime: 60_000,
  });
  useEffect(() => {
    if (data) mergeSession({ workspaces: data });
  }, [data]);
}

/** The workspace of this tab; undefined until it has been heard of. */
export function useOwnWorkspace(): OwnWorkspace | undefined {
  const { workspace, workspaces } = useMember();
  return workspaces?.find(({ id }) => id === workspace?.id);
}

/** Whether somebody else is in the workspace of this tab, or invited. */
export const useIsShared = (): boolean => useOwnWorkspace()?.is_shared === true;

/** Names those who see what is in the workspace of this tab, in the middle of a sentence. */
export const useInsiders = (): string => (useIsShared() ? 'people here' : 'you');

/** The workspaces among which a person may choose, and the own one that is still to begin. */
export function useOpenedWorkspaces(): { opened: readonly OwnWorkspace[]; unopened: OwnWorkspace | undefined } {
  const { workspaces = [] } = useMember();
  return { opened: workspaces.filter(isOpened), unopened: workspaces.find((each) => !isOpened(each)) };
}

export const useWorkspaceState = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: workspaceKey,
    queryFn: async ({ signal }) => (await call(workspaceRoutes.state, undefined, { signal })).data,
    enabled,
  });

export const usePeople = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: peopleKey,
    queryFn: async ({ signal }) => (await call(workspaceRoutes.people, undefined, { signal })).data,
    enabled,
  });

/** Names in a sentence; of many the first three. */
function listNames(people: readonly { firstname: string }[], word: 'and' | 'or' = 'and'): string {
  const names = people.slice(0, 3).map(({ firstname }) => firstname);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}

/** First names of those with these roles, in a sentence; empty where nobody is known. */
export function useNamesOf(roles: readonly Role[], word?: 'and' | 'or'): string {
  const { data } = usePeople({ enabled: useIsShared() });
  return listNames(
    (data?.people ?? []).filter(({ role, is_you }) => !is_you && roles.includes(role)),
    word,
  );
}

/** Takes this tab, and those opened after it, to another workspace. Throws `CallError`. */
export async function switchWorkspace(id: string, said = (name: string): string => `Now in ${name}.`): Promise<void> {
  const profile = await call(accountRoutes.check, undefined, { workspace: id });
  const { data: workspaces } = await call(workspaceRoutes.list, undefined);
  mergeSession({ ...profile, workspaces });
  const now = workspaces.find((each) => each.id === currentSession()?.workspace.id);
  if (now) toast.info(said(now.name));
}

/** Begins the trial of the person's own workspace and goes there. Throws `CallError`. */
export async function startOwn(): Promise<void> {
  const { id } = await call(workspaceRoutes.startOwn, undefined);
  await switchWorkspace(id);
}
