import { voiceRoutes } from '@lectern/contract/transcripts/voices';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useRef, useState } from 'react';
import { call, failureText } from '../../session/call.ts';
import { useCan } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { momentInWords } from '../../ui/date-in-words.ts';
import { Notice } from '../../ui/notice.tsx';
import { handOverFocus } from '../../ui/focus-place.ts';
import { toast } from '../../ui/toast.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { AccountPanel } from './panel.tsx';

/** The voices a member's library knows, where the server tells voices apart: off until the member turns it on. */
export function VoicesCard() {
  const { data, refetch } = useQuery({
    queryKey: ['voices'],
    queryFn: async ({ signal }) => (await call(voiceRoutes.voices, undefined, { signal })).data,
  });
  const { act, isDoing } = useSerialActions();
  const [error, setError] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { ask, dialog } = useConfirm();
  const can = useCan();
  // Stored voices can be forgotten even where voices are no longer kept.
  if (!data || (!data.available && data.voices.length === 0 && !data.keeps)) return null;

  const change = async (work: () => Promise<{ msg: string }>): Promise<boolean> => {
    setError(undefined);
    let changed = false;
    try {
      toast.success((await work()).msg);
      changed = true;
    } catch (cause) {
      setError(failureText(cause));
    }
    await refetch();
    return changed;
  };
  const forget = ({ currentTarget }: MouseEvent, name: string): Promise<void> => {
    const row = currentTarget.closest('li');
    return act(name, async () => {
      // The button that was pressed goes with its voice.
      if (await change(() => call(voiceRoutes.forgetVoice, { name }))) handOverFocus(row, heading.current);
    });
  };
  const turnOff = async (): Promise<void> => {
    const agreed =
      data.voices.length === 0 ||
      (await ask({
        title: 'Stop saving voices?',
        detail: 'All saved voices are deleted immediately. The names in your transcripts stay as they are.',
        verb: 'Delete all voices',
        danger: true,
      }));
    if (agreed) await act('keep', () => change(() => call(voiceRoutes.keepVoices, { keeps: false })));
  };

  return (
    <AccountPanel
      title="Voices"
      heading={heading}
      lead="When you name a speaker, we can save what their voice sounds like, and name them automatically in your next recordings."
    >
      {error && (
        <Notice kind="bad" className="mb-4">
          {error}
        </Notice>
      )}
      <p className="text-sm text-soft">
        A voice is biometric data of a person: ask the people you record before you turn this on. Voices are used for
        your own recordings only, and are deleted with the recording in which you named them, with your account, or when
        you say so here.
      </p>
      {data.voices.length > 0 && (
        <ul aria-label="Voices" className="mt-5 divide-y divide-line border-y border-line">
          {data.voices.map(({ name, recordings, kept_at: keptAt }) => (
            <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 text-sm">
                <p className="font-medium">{name}</p>
                <p className="text-soft">
                  Named in {recordings === 1 ? 'one recording' : `${recordings} recordings`}, last{' '}
                  {momentInWords(keptAt)}.
                </p>
              </div>
              <Button
                look="secondary"
                size="sm"
                aria-label={`Delete the voice of ${name}`}
                busy={isDoing(name)}
                onClick={(event) => void forget(event, name)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!can('voices', null) ? null : data.keeps ? (
        <Button look="secondary" className="mt-5" busy={isDoing('keep')} onClick={() => void turnOff()}>
          Stop saving voices
        </Button>
      ) : (
        <Button
          look="secondary"
          className="mt-5"
          busy={isDoing('keep')}
          onClick={() => void act('keep', () => change(() => call(voiceRoutes.keepVoices, { keeps: true })))}
        >
          Save the voices I name
        </Button>
      )}
      {dialog}
    </AccountPanel>
  );
}
