import type { PanelProps } from './second-factor-set-up.tsx';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { useRef, useState } from 'react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { AccountPanel } from './panel.tsx';

/** Which mails a member gets that need not be. */
export function MailsCard({ call, reload, recordings }: PanelProps & { recordings: boolean }) {
  const { act } = useSerialActions();
  const [error, setError] = useState<string>();
  /** Shows the last requested state until its answer arrives. */
  const [wanted, setWanted] = useState<boolean>();

  const presses = useRef(0);

  const change = async (wants: boolean, press: number): Promise<void> => {
    setError(undefined);
    try {
      toast.success((await call(ownAccountRoutes.changeMails, { recordings: wants })).msg);
      await reload();
    } catch (cause) {
      if (!isAnnounced(cause)) setError(failureText(cause));
    }
    if (press === presses.current) setWanted(undefined);
  };

  return (
    <AccountPanel title="Emails">
      {error && (
        <Notice kind="bad" className="mb-4">
          {error}
        </Notice>
      )}
      <label className="flex min-h-8 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={wanted ?? recordings}
          onChange={({ target }) => {
            const wants = target.checked;
            const press = (presses.current += 1);
            setWanted(wants);
            void act(String(press), () => change(wants, press));
          }}
          className="size-4.5 shrink-0 accent-accent"
        />
        Tell me when a recording is ready, needs captions, or could not be processed
      </label>
      <p className="mt-3 text-sm text-soft">Emails about your account and your payments are always sent.</p>
    </AccountPanel>
  );
}
