import { type OwnAccount, ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { useState } from 'react';
import type { PanelProps } from './second-factor-card.tsx';
import { failureText } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { momentInWords } from '../../ui/date-in-words.ts';
import { leavesFocus } from '../../ui/focus-place.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { AccountPanel } from './panel.tsx';

type Session = OwnAccount['sessions'][number];

export function SessionsCard({ call, reload, sessions }: PanelProps & { sessions: readonly Session[] }) {
  const { act, isDoing } = useSerialActions();
  const [error, setError] = useState<string>();
  const { ask, dialog } = useConfirm();

  const end = async (work: () => Promise<{ msg: string }>): Promise<void> => {
    setError(undefined);
    try {
      toast.success((await work()).msg);
    } catch (cause) {
      setError(failureText(cause));
    }
    await reload();
  };
  const endOthers = async (): Promise<void> => {
    const agreed = await ask({
      title: 'Sign out all other devices?',
      detail: 'They will have to sign in again. This device stays signed in.',
      verb: 'Sign out others',
    });
    if (agreed) await act('others', () => end(() => call(ownAccountRoutes.endOtherSessions, undefined)));
  };

  return (
    <AccountPanel
      title="Devices"
      lead="Where you are signed in. If you do not recognise a device, sign it out and change your password."
    >
      {error && (
        <Notice kind="bad" className="mb-4">
          {error}
        </Notice>
      )}
      <ul aria-label="Devices" className="divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li
            key={session.id}
            ref={leavesFocus}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <div className="min-w-0 text-sm">
              <p className="font-medium">
                {session.device}
                {session.current && <span className="ms-2 text-accent">This device</span>}
              </p>
              <p className="text-soft">
                Last used {momentInWords(session.last_used)}. Signed in {momentInWords(session.began)}.
              </p>
            </div>
            {!session.current && (
              <Button
                look="secondary"
                size="sm"
                aria-label={`Sign out ${session.device}, signed in ${momentInWords(session.began)}`}
                busy={isDoing(session.id)}
                onClick={() =>
                  void act(session.id, () => end(() => call(ownAccountRoutes.endSession, { id: session.id })))
                }
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div ref={leavesFocus} className="mt-5">
          <Button look="secondary" busy={isDoing('others')} onClick={() => void endOthers()}>
            Sign out all other devices
          </Button>
        </div>
      )}
      {dialog}
    </AccountPanel>
  );
}
