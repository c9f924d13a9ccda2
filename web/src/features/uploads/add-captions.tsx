import { Captions } from 'lucide-react';
import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { failureText, isAnnounced } from '../../session/call.ts';
import { useCan } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { captionAccept } from './file-facts.ts';
import { sendCaptions } from './send-captions.ts';
import { ErrorText } from '../../ui/notice.tsx';
import { HiddenInput } from '../../ui/hidden-input.tsx';

/** Gives a video a caption or transcript file at any time; the rest of the pipeline runs from it. */
export function AddCaptions({ passthrough, first = false }: { passthrough: string; first?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const showCaptioned = useCaptioned();
  const can = useCan();

  const send = async (file: File): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      toast.success(await sendCaptions(passthrough, file));
      await showCaptioned();
    } catch (cause) {
      if (!isAnnounced(cause)) setError(failureText(cause));
    } finally {
      setBusy(false);
    }
  };

  if (!can('edit')) return null;
  return (
    <>
      <Button look={first ? 'primary' : 'secondary'} size="sm" busy={busy} onClick={() => input.current?.click()}>
        <Captions aria-hidden />
        Add captions
      </Button>
      <HiddenInput
        ref={input}
        label="Caption file"
        accept={captionAccept}
        onFiles={([file]) => file && void send(file)}
      />
      <ErrorText text={error} className="basis-full" />
    </>
  );
}

/** Shows what captions that were sent have changed, wherever their video is shown. */
export function useCaptioned(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['processing', 'videos', 'video'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
