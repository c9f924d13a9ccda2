import { Button } from '../../../ui/button.tsx';
import { AccountPanel } from '../panel.tsx';
import { openWorkspaceDialog } from './workspace-dialogs.ts';

/** The only door to other people, while there is nobody else. */
export function PeopleCard() {
  return (
    <AccountPanel title="People" lead="You work alone here. Invite a colleague to share this library.">
      <Button look="secondary" onClick={() => openWorkspaceDialog('invite')}>
        Invite people
      </Button>
    </AccountPanel>
  );
}
