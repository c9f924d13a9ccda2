import { Button } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/button-link.tsx';
import { AccountPanel } from '../panel.tsx';
import { openWorkspaceDialog } from './workspace-dialogs.ts';

/** The only door to other people and to programs, while there is nobody else. */
export function PeopleCard() {
  return (
    <AccountPanel title="People" lead="You work alone here. Invite a colleague to share this library.">
      <Button look="secondary" onClick={() => openWorkspaceDialog('invite')}>
        Invite people
      </Button>
      <p className="mt-4 text-sm text-soft">
        Programs can work here, too, by <TextLink to="/asset/workspace?part=keys">API keys</TextLink> and{' '}
        <TextLink to="/asset/workspace?part=webhooks">webhooks</TextLink>.
      </p>
    </AccountPanel>
  );
}
