import { createStore } from '../../../ui/store.ts';

const opened = createStore<'invite' | 'new' | undefined>(undefined);

/** Opens a dialog about workspaces over any page; undefined closes it. */
export const openWorkspaceDialog = opened.set;
export const useWorkspaceDialog = opened.use;
