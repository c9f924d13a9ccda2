import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { CircleUserRound, LogOut, UserRoundCog } from 'lucide-react';
import { useNavigate } from 'react-router';
import { call } from '../session/call.ts';
import { leaveSession, useMember } from '../session/stored-session.ts';
import { dropDraftsOf } from '../ui/drafts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';

export function AccountMenu() {
  const { email, id } = useMember();
  const navigate = useNavigate();

  const logOut = (): void => {
    // The server forgets the token too, but nobody stays signed in here while it is slow or cannot be reached. The call
    // has taken the token before the session goes.
    void call(accountRoutes.logout, undefined).catch(() => undefined);
    leaveSession();
    dropDraftsOf(id);
  };

  return (
    <Menu label="Account" trigger={<IconButton label="Account" icon={<CircleUserRound aria-hidden />} />}>
      <MenuLabel>{email}</MenuLabel>
      <MenuSeparator />
      <MenuItem icon={<UserRoundCog aria-hidden />} onSelect={() => void navigate('/asset/account')}>
        Account
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={logOut}>
        Log out
      </MenuItem>
    </Menu>
  );
}
