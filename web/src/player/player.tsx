import { mediaPaths, type SignedPlaybackId } from '@lectern/contract/playback/playback';
import { clsx } from 'clsx';
import { AudioLines, LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { attachStream, measurePlayback } from './attach-stream.ts';
import { CaptionLines } from './caption-lines.tsx';
import { type PlayerClock, useMedia } from './clock.ts';
import { createCommands, seekStep, useMediaKeys, type PlayableVideo } from './commands.ts';
import { Controls, useFullScreen } from './controls.tsx';
import { Invitation } from './start-overlay.tsx';
import { rememberSettings, rememberedSettings, useCaptions } from './remembered-settings.ts';
import { useShortcuts } from './shortcuts.ts';
import { type RangeSelection, Timeline } from './timeline.tsx';

type PlayerProps = {
  video: PlayableVideo;
  clock: PlayerClock;
  /** A part that is being cut out, with its handles on the time line. */
  range?: RangeSelection | undefined;
  /** The second up to which it is there, while it arrives. */
  arrived?: number | undefined;
  onHelp?: () => void;
  /** When what it plays opens no longer, for instance. A playback id that is given then is played on from there. */
  onFailure?: () => void;
  /** Before it is tried again after a failure. */
  onRetry?: () => void;
  /** A tool that works on the time line, right under it. */
  children?: ReactNode;
};

/** Plays a recording by HLS, with captions, the chapters as its time line, and keys for everything. */
export function Player(props: PlayerProps) {
  const { playback_id: renewed } = props.video;
  // A renewed playback id interrupts nothing: the one that plays is left when it fails.
  const [attempt, setAttempt] = useState({ n: 0, id: renewed, failed: false });
  const begin = (): void => setAttempt({ n: attempt.n + 1, id: renewed, failed: false });
  if (attempt.failed && attempt.id !== renewed) begin();
  return (
    <Screen
      key={attempt.n}
      {...props}
      id={attempt.id}
      failed={attempt.failed}
      onFailure={() => {
        setAttempt((present) => ({ ...present, failed: true }));
        props.onFailure?.();
      }}
      onRetry={() => {
        props.onRetry?.();
        begin();
      }}
    />
  );
}

type ScreenProps = Omit<PlayerProps, 'onFailure' | 'onRetry'> & {
  /** The playback id that it plays, whatever the video's is by now. */
  id: SignedPlaybackId;
  failed: boolean;
  onFailure: () => void;
  onRetry: () => void;
};

function Screen({ video, id, clock, range, arrived, onHelp, children, failed, onFailure, onRetry }: ScreenProps) {
  const isGrowing = arrived !== undefined;
  const { chapters, duration, captionsTrackId } = video;
  const frame = useRef<HTMLElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const fail = useEffectEvent(onFailure);
  const [said, say] = useSaid();
  const captions = useCaptions();
  const fullScreen = useFullScreen(frame);
  // Shows the picture at the linked time at once, before the recording loads.
  const [poster] = useState(() =>
    clock.now() > 0 && video.kind === 'video' && !isGrowing
      ? mediaPaths.thumbnail(id, clock.now(), posterWidth)
      : video.thumbnail,
  );
  // A new title makes no new view.
  const [measuredAs] = useState(video.title);
  const commands = useMemo(() => createCommands(clock, chapters, duration), [clock, chapters, duration]);

  useEffect(() => {
    const current = element.current;
    if (!current) return;
    const { rate, volume, muted } = rememberedSettings();
    Object.assign(current, { defaultPlaybackRate: rate, playbackRate: rate, volume, muted });
    const unfollow = clock.follow(current);
    const detach = attachStream(current, mediaPaths.stream(id), { isGrowing, onProblem: () => fail() });
    const stopMeasuring = measurePlayback(current, measuredAs);
    return () => {
      stopMeasuring();
      unfollow();
      detach();
    };
  }, [id, clock, measuredAs, isGrowing]);

  useMediaKeys(clock, video, commands);

  const saying = (command: () => string | undefined) => (): void => say(command());
  const inFrame = (command: () => string | undefined) => (event: KeyboardEvent) =>
    frame.current?.contains(event.target as Node) ? say(command()) : false;
  useShortcuts({
    ' ': saying(commands.toggle),
    k: saying(commands.toggle),
    j: saying(commands.skip(-10)),
    l: saying(commands.skip(10)),
    ArrowLeft: saying(commands.skip(-seekStep)),
    ArrowRight: saying(commands.skip(seekStep)),
    // Elsewhere these scroll the page.
    ArrowUp: inFrame(commands.louder),
    ArrowDown: inFrame(commands.quieter),
    m: saying(commands.mute),
    f: () => fullScreen.toggle(),
    c: () => (captionsTrackId === null ? false : say(captions.toggle())),
    '<': saying(commands.slower),
    '>': saying(commands.faster),
    n: saying(commands.nextChapter),
    p: saying(commands.previousChapter),
    ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [String(n), saying(commands.jump(n / 10))])),
  });

  return (
    <section
      ref={frame}
      aria-label="Player"
      className={clsx(
        'overflow-clip bg-surface',
        fullScreen.on ? 'flex h-full flex-col' : 'border-line sm:rounded-lg sm:border',
        fullScreen.idle && 'cursor-none',
      )}
    >
      <div
        className={clsx(
          '@container relative bg-black',
          fullScreen.on
            ? 'min-h-0 flex-1'
            : // With its controls it is seen as a whole in low windows too, and above a phone's what follows it.
              'aspect-video max-h-[max(8rem,calc(100dvh-var(--header)-7rem))] w-full sm:rounded-t-lg [@media(26rem<=height<34rem)]:max-h-[42dvh]',
        )}
      >
        {/* The buttons under it and the keys do the same; a click on the picture is an addition. */}
        <video
          ref={element}
          playsInline
          preload="metadata"
          crossOrigin="anonymous"
          aria-label={video.title}
          className="absolute inset-0 size-full"
          onClick={commands.toggle}
          onDoubleClick={fullScreen.toggle}
          onVolumeChange={({ currentTarget: { volume, muted } }) => rememberSettings({ volume, muted })}
          onRateChange={({ currentTarget: { playbackRate } }) => rememberSettings({ rate: playbackRate })}
          {...(poster === null ? {} : { poster })}
        >
          <track
            key={captionsTrackId}
            kind="captions"
            label="Captions"
            {...(captionsTrackId === null ? {} : { src: mediaPaths.captions(id) })}
          />
        </video>
        {!failed && <Overlay clock={clock} sound={video.kind === 'audio'} />}
        <CaptionLines
          element={element}
          track={captionsTrackId}
          on={captions.on}
          // In full screen the controls come and go over the picture: above their place, so that nothing jumps.
          className={clsx('absolute inset-x-0', fullScreen.on ? 'bottom-24 @max-lg:bottom-34' : 'bottom-[4%]')}
        />
        <output className="pointer-events-none absolute inset-x-0 top-4 text-center">
          {said && (
            <span key={said.n} className="animate-fade rounded-full bg-black/75 px-3.5 py-1.5 text-sm text-white">
              {said.text}
            </span>
          )}
        </output>
        {failed && (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center gap-3 bg-black/80 p-4 text-center text-white"
          >
            <p>The recording could not be played.</p>
            <div>
              <Button onClick={onRetry}>Try again</Button>
            </div>
          </div>
        )}
      </div>
      <div
        className={clsx(
          'px-3 pt-1.5 pb-1.5',
          // Over the picture there, so that it does not change its size whenever they come and go.
          fullScreen.on && 'absolute inset-x-0 bottom-0 bg-surface/90',
          fullScreen.idle && 'pointer-events-none opacity-0 focus-within:opacity-100',
        )}
      >
        <Timeline
          chapters={chapters}
          duration={duration}
          clock={clock}
          storyboard={video.storyboard}
          arrived={arrived}
          range={fullScreen.on ? undefined : range}
        />
        <Controls
          clock={clock}
          duration={duration}
          commands={commands}
          chapters={chapters}
          captions={captionsTrackId === null ? undefined : { on: captions.on, toggle: () => say(captions.toggle()) }}
          fullScreen={fullScreen}
          onHelp={fullScreen.on ? undefined : onHelp}
        />
      </div>
      {!fullScreen.on && children}
    </section>
  );
}

/**
 * Overlay on the picture: an invitation before the start and a sign while loading. Otherwise a recording without a
 * picture shows one of its sound.
 */
function Overlay({ clock, sound }: { clock: PlayerClock; sound: boolean }) {
  const state = useMedia(
    clock,
    (element) => {
      if (element.paused) return element.currentTime === 0 ? 'begin' : 'paused';
      return element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !element.ended ? 'loading' : 'playing';
    },
    'paused',
  );
  const shape = 'pointer-events-none absolute inset-0 m-auto text-white';
  if (state === 'loading') return <LoaderCircle aria-hidden className={clsx(shape, 'size-10 animate-spin')} />;
  if (state === 'begin') return <Invitation sound={sound} />;
  return sound && <AudioLines aria-hidden className={clsx(shape, 'size-20 opacity-50')} />;
}

/** Pixels of the picture that stands there before the recording can be shown. */
const posterWidth = 960;

/** Milliseconds the answer to a key is shown. */
const saidFor = 1200;

function useSaid(): [{ text: string; n: number } | undefined, (text: string | undefined) => void] {
  const [said, setSaid] = useState<{ text: string; n: number }>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), saidFor);
    return () => clearTimeout(timer);
  }, [said]);
  const say = (text: string | undefined): void => {
    if (text !== undefined) setSaid((before) => ({ text, n: (before?.n ?? 0) + 1 }));
  };
  return [said, say];
}
