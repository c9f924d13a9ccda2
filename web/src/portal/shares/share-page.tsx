import type { SharedVideo, SharePage as Page } from '@lectern/contract/publishing/shares';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Closed, SharedWith } from '../closed.tsx';
import { Watch } from '../watch.tsx';
import { PasswordForm } from './password-form.tsx';
import { sharePlace } from './share-host.ts';

type Entered = { shared: SharedVideo; password?: string };

/** The page behind a link, drawn alike on the server and in the browser: the recording, or first its password. */
export function SharePageView({ page: { key: of, brand, shared }, start }: { page: Page; start?: number | undefined }) {
  const [entered, setEntered] = useState<Entered | undefined>(shared && { shared });
  const [closed, setClosed] = useState<string>();
  const main = useRef<HTMLElement>(null);
  const unlocked = entered?.password !== undefined;
  const title = entered?.shared.video.title;
  useEffect(() => {
    if (!unlocked) return;
    document.title = `${title} · ${brand}`;
    // The field that had the focus is gone.
    main.current?.focus();
  }, [unlocked, title, brand]);
  return (
    <div className="flex min-h-dvh flex-col">
      <main ref={main} tabIndex={-1} className="grow pt-6 focus:outline-none">
        {closed !== undefined ? (
          <Closed what="recording" text={closed} />
        ) : entered ? (
          <Recording of={of} entered={entered} start={start} onClosed={setClosed} />
        ) : (
          <PasswordForm
            of={of}
            onOpened={(opened, password) => setEntered({ shared: opened, password })}
            onClosed={setClosed}
          />
        )}
      </main>
      <SharedWith brand={brand} />
    </div>
  );
}

type RecordingProps = {
  of: string;
  entered: Entered;
  start: number | undefined;
  onClosed: (text: string) => void;
};

function Recording({ of, entered: { shared, password }, start, onClosed }: RecordingProps) {
  const { video, part, part_of: whole } = shared;
  const place = useMemo(() => sharePlace({ key: of, password, shared, onClosed }), [of, password, shared, onClosed]);
  return (
    <Watch
      place={place}
      video={video}
      start={start ?? part?.start}
      note={
        whole !== null && <p className="text-sm text-soft">{whole === video.title ? 'A part' : `From “${whole}”`}</p>
      }
    />
  );
}
