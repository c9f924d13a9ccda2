import {
  type SharedVideo,
  type SharePage as Page,
  sharePath,
  type ShareEvent,
} from '@lectern/contract/publishing/shares';
import { useEffect, useMemo, useRef, useState, type SyntheticEvent } from 'react';
import { Lock } from 'lucide-react';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { Closed, SharedWith } from '../closed.tsx';
import { Watch, WrittenByAi } from '../watch.tsx';
import { Field } from '../../ui/field.tsx';
import type { PlayerClock } from '../../player/clock.ts';
import type { VideoHost } from '../video-host.ts';
import { trackPlayedRanges, isPlaying } from '../track-playback.ts';

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
        <>
          {whole !== null && (
            <p className="text-sm text-soft">{whole === video.title ? 'A part' : `From “${whole}”`}</p>
          )}
          {video.aiGenerated && <WrittenByAi />}
        </>
      }
    />
  );
}

type PasswordFormProps = {
  of: string;
  onOpened: (shared: SharedVideo, password: string) => void;
  onClosed: (text: string) => void;
};

/** Refusals that allow another try; any other closes the link. */
const again = /^share_(locked|password_wrong)$/;

function PasswordForm({ of, onOpened, onClosed }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const open = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      onOpened(await loadSharedVideo(of, password), password);
    } catch (cause) {
      const { code, message } = cause as NotOpened;
      if (code?.startsWith('share_') && !again.test(code)) return onClosed(message);
      setError(message);
      form.current?.querySelector('input')?.select();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      // Without scripts there is no player either; the password must not end up in an address.
      method="post"
      onSubmit={(event) => void open(event)}
      className="mx-auto mt-10 grid max-w-sm gap-5 px-5 py-10"
    >
      <div className="grid gap-2">
        <Lock aria-hidden className="size-7 text-accent" />
        <h1 className="text-2xl">This recording needs a password</h1>
        <p className="text-soft">Ask the person who sent you the link.</p>
      </div>
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="off"
        required
        maxLength={1000}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error}
      />
      <button
        type="submit"
        aria-disabled={busy || undefined}
        className="inline-flex min-h-11 items-center justify-center rounded-md bg-accent px-4 font-medium text-on-accent hover:bg-accent-strong aria-disabled:opacity-55 forced-colors:border"
      >
        Watch
      </button>
      <noscript>
        <p className="text-sm">Recordings need JavaScript to play.</p>
      </noscript>
    </form>
  );
}

type SharePlaceOptions = {
  key: string;
  /** Kept by the page as long as it is open, for when its playback id ends. */
  password: string | undefined;
  shared: SharedVideo;
  /** The link opens no longer: it has ended or was taken back while the page was open. */
  onClosed: (text: string) => void;
};

function sharePlace({ key, password, shared, onClosed }: SharePlaceOptions): VideoHost {
  let { playback_id } = shared.video;
  const send = (event: ShareEvent): void => sendEvent(key, playback_id, event);
  return {
    watch: (seconds) => `${sharePath(key)}${seconds === undefined ? '' : buildStartTimeQuery(seconds)}`,
    async renew() {
      try {
        ({ playback_id } = (await loadSharedVideo(key, password)).video);
        return playback_id;
      } catch (error) {
        if (error instanceof NotOpened && error.code?.startsWith('share_')) onClosed(error.message);
        throw error;
      }
    },
    watching(clock) {
      const begins = shared.part?.start ?? 0;
      const ends = [
        countView(clock, () => send({ kind: 'play' })),
        trackPlayedRanges(clock, (stretches) => {
          const since = stretches.map((stretch) => stretch.map((at) => Math.max(0, at - begins)));
          send({ kind: 'played', stretches: since as [number, number][] });
        }),
        ...(shared.part ? [stopAt(clock, shared.part.end)] : []),
      ];
      return () => ends.forEach((end) => end());
    },
  };
}

/** Tells what was done, in the background: it goes out even while the page is left. */
function sendEvent(key: string, playback_id: string, event: ShareEvent): void {
  const body = JSON.stringify({ events: [event], playback_id });
  navigator.sendBeacon(`/api/s/${key}/events`, new Blob([body], { type: 'application/json' }));
}

/** Counts that it was begun to be watched, once a page: without a cookie, and without saying who. */
function countView(clock: PlayerClock, onView: () => void): () => void {
  const end = clock.subscribe(() => {
    if (!isPlaying(clock)) return;
    end();
    onView();
  });
  return end;
}

/** Seconds within which playing has come to the end, and was not moved beyond it. */
const tick = 1;

/** Stops where the part ends: its last segment may go on. */
function stopAt(clock: PlayerClock, end: number): () => void {
  let before = clock.now();
  return clock.subscribe(() => {
    const now = clock.now();
    if (isPlaying(clock) && before < end && now >= end && now - before < tick) clock.element()?.pause();
    before = now;
  });
}

/** Why a link does not open: what the server says to people, or that it cannot be reached. */
class NotOpened extends Error {
  /** A code of `contract/src/problem.ts`; none where no answer came. */
  readonly code: string | undefined;

  constructor(code?: string, text = 'The server cannot be reached. Please try again in a moment.') {
    super(text);
    this.code = code;
  }
}

/** Loads the content of a share link, with its password if it has one. Throws `NotOpened`. */
async function loadSharedVideo(key: string, password: string | undefined): Promise<SharedVideo> {
  const response = await fetch(`/api/s/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(password === undefined ? {} : { password }),
  }).catch(() => {
    throw new NotOpened();
  });
  const answer = (await response.json().catch(() => ({}))) as { data?: SharedVideo; code?: string; msg?: string };
  if (!response.ok || !answer.data) throw new NotOpened(answer.code, answer.msg);
  return answer.data;
}
