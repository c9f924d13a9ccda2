import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { openWorkspaceDialog } from '../features/accounts/workspaces/workspace-dialogs.ts';
import { openFeedback } from '../features/operations/feedback/feedback-modal.ts';
import { useShortcuts } from '../player/shortcuts.ts';
import { useMember, useCan } from '../session/stored-session.ts';
import { attempt } from '../session/call.ts';
import { startOwn, switchWorkspace, useIsShared, useOpenedWorkspaces } from '../session/workspaces.ts';
import { chooseTheme, useTheme } from './theme-toggle.tsx';
import { memberPages } from './sidebar.tsx';
import { usePaletteKey } from './use-palette-key.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Palette = lazyPart(() => import('../features/library/search/palette.tsx'));

/** The palette of a member's pages: Ctrl/Cmd+K, and `/` (`slash`) where the page has no use of its own for it. */
export function MemberPalette({ slash }: { slash: boolean }) {
  const [open, setOpen] = useState(false);
  const { plan, workspace } = useMember();
  const isShared = useIsShared();
  const { opened, unopened } = useOpenedWorkspaces();
  const can = useCan();
  const navigate = useNavigate();
  const dark = useTheme() === 'dark';
  usePaletteKey(useCallback(() => setOpen(true), []));
  useShortcuts({ '/': () => (slash ? setOpen(true) : false) });
  if (!open) return null;
  const switchTo = (work: () => Promise<void>) => (): void =>
    void attempt(async () => {
      await work();
      await navigate('/asset/view');
    });
  const commands = [
    ...memberPages({ plan, isShared, can }).map(({ to, text }) => ({
      id: to,
      label: text,
      detail: 'Page',
      run: () => void navigate(to),
    })),
    { id: 'account', label: 'Account', detail: 'Page', run: () => void navigate('/asset/account') },
    { id: 'keys', label: 'API keys', detail: 'Page', run: () => void navigate('/asset/workspace?part=keys') },
    {
      id: 'theme',
      label: dark ? 'Switch to light theme' : 'Switch to dark theme',
      detail: 'Action',
      run: () => chooseTheme(dark ? 'light' : 'dark'),
    },
    ...(can('manage')
      ? [
          {
            id: 'invite',
            label: 'Invite people',
            detail: 'Action',
            run: () => openWorkspaceDialog('invite'),
          },
        ]
      : []),
    ...(opened.length > 1 ? opened : [])
      .filter(({ id }) => id !== workspace.id)
      .map(({ id, name }) => ({
        id,
        label: `Switch to ${name}`,
        detail: 'Workspace',
        run: switchTo(() => switchWorkspace(id)),
      })),
    ...(unopened ? [{ id: 'own', label: 'Start your own', detail: 'Workspace', run: switchTo(startOwn) }] : []),
    ...(isShared || opened.length > 1
      ? [{ id: 'new', label: 'New workspace', detail: 'Workspace', run: () => openWorkspaceDialog('new') }]
      : []),
    { id: 'feedback', label: 'Send Feedback', detail: 'Action', run: () => openFeedback() },
    { id: 'support', label: 'Help & Support', detail: 'Page', run: () => void navigate('/support') },
  ];
  return <Palette commands={commands} onClose={() => setOpen(false)} />;
}
