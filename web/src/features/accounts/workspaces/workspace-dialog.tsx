import InviteDialog from './invite-dialog.tsx';
import NewWorkspaceDialog from './new-workspace-dialog.tsx';
import { openWorkspaceDialog } from './workspace-dialogs.ts';

/** The dialog that is open over a page. */
export default function WorkspaceDialog({ which }: { which: 'invite' | 'new' }) {
  const close = (): void => openWorkspaceDialog(undefined);
  return which === 'invite' ? <InviteDialog onClose={close} /> : <NewWorkspaceDialog onClose={close} />;
}
