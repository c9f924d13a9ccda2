import { clsx } from 'clsx';
import { ChevronsUpDown, Plus, Rocket } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { roleNames } from '@lectern/contract/rules/rights';
import { openWorkspaceDialog } from '../features/accounts/workspaces/workspace-dialogs.ts';
import { attempt } from '../session/call.ts';
import { useMember } from '../session/stored-session.ts';
import { startOwn, switchWorkspace, useOpenedWorkspaces, useOwnWorkspace } from '../session/workspaces.ts';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { MenuChoices } from '../ui/menu-choices.tsx';

/** The frame is made anew with the workspace: what was pressed gets the focus back. */
let hasSwitched = false;

const focusAfterSwitch = (button: HTMLButtonElement | null): void => {
  if (!button || !hasSwitched) return;
  hasSwitched = false;
  button.focus();
};

type WorkspaceSwitcherProps = { open: boolean; onNavigate: () => void };

/** Names the workspace of this tab and leads to the person's others. */
export default function WorkspaceSwitcher({ open, onNavigate }: WorkspaceSwitcherProps) {
  const { workspace } = useMember();
  const own = useOwnWorkspace();
  const { opened, unopened } = useOpenedWorkspaces();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const name = own?.name ?? 'Workspace';
  const role = roleNames[own?.role ?? workspace.role];

  const go = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      await work();
      hasSwitched = true;
      onNavigate();
      await navigate('/asset/view');
    });
    setBusy(false);
  };

  return (
    <div className={clsx('mb-2 border-b border-line pb-2', !open && 'flex justify-center')}>
      <Menu
        label="Workspaces"
        align="start"
        trigger={
          <button
            type="button"
            ref={focusAfterSwitch}
            aria-busy={busy || undefined}
            {...(open ? {} : { title: `${name} · ${role}` })}
            className={clsx(
              'flex min-h-11 items-center gap-2.5 rounded-md text-start text-sm hover:bg-sunken',
              open ? 'w-full px-2' : 'px-1.5',
            )}
          >
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-sm bg-accent-wash font-serif text-base text-ink"
            >
              {name.charAt(0).toUpperCase()}
            </span>
            <span className={open ? 'min-w-0 flex-1' : 'sr-only'}>
              <span className="block truncate font-medium">{name}</span>
              <span className="sr-only"> · </span>
              <span className="block text-xs text-soft">{role}</span>
              <span className="sr-only">, switch workspace</span>
            </span>
            {open && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-soft" />}
          </button>
        }
      >
        <MenuChoices
          label="Workspaces"
          value={own?.id}
          options={opened.map(({ id, name: text, role: its }) => ({ value: id, text, detail: roleNames[its] }))}
          onChoose={(id) => id !== own?.id && void go(() => switchWorkspace(id))}
        />
        <MenuSeparator />
        {unopened && (
          <MenuItem icon={<Rocket aria-hidden />} onSelect={() => void go(startOwn)}>
            Start your own
          </MenuItem>
        )}
        <MenuItem icon={<Plus aria-hidden />} onSelect={() => openWorkspaceDialog('new')}>
          New workspace
        </MenuItem>
      </Menu>
    </div>
  );
}
