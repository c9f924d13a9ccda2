import { formatDuration } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import {
  Captions,
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { Toolbar } from '../ui/toolbar.tsx';
import { type PlayerClock, useClock, useMedia } from './clock.ts';
import { type Commands, rates, type ChapterMark } from './commands.ts';

type ControlsProps = {
  clock: PlayerClock;
  duration: number;
  commands: Commands;
  chapters: readonly ChapterMark[];
  /** Absent where the recording has no captions. */
  captions?: { on: boolean; toggle: () => void } | undefined;
  fullScreen: { on: boolean; toggle: () => void };
  onHelp?: (() => void) | undefined;
};

/**
 * Where a page frames the player without allowing it, only to ask `pictureInPictureEnabled` is a violation in the log.
 */
function offersPictureInPicture(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  return featurePolicy?.allowsFeature('picture-in-picture') !== false && document.pictureInPictureEnabled;
}

/**
 * Buttons under the picture, because slides have text at the bottom. The narrowest player shows all in two rows;
 * further items depend on the player's own width.
 */
export function Controls({ clock, duration, commands, chapters, captions, fullScreen, onHelp }: ControlsProps) {
  const paused = useMedia(clock, (element) => element.paused, true);
  return (
    <div className="@container">
      <Toolbar label="Player controls" keyboardOnly className="flex flex-wrap items-center gap-x-0.5">
        <div className="flex grow flex-wrap items-center gap-0.5">
          <IconButton
            label={paused ? 'Play' : 'Pause'}
            icon={
              paused ? <Play aria-hidden className="fill-current" /> : <Pause aria-hidden className="fill-current" />
            }
            onClick={commands.toggle}
            className="text-ink"
          />
          <IconButton label="Back 10 seconds" icon={<RotateCcw aria-hidden />} onClick={commands.skip(-10)} />
          <IconButton label="Forward 10 seconds" icon={<RotateCw aria-hidden />} onClick={commands.skip(10)} />
          {chapters.length > 0 && (
            <>
              <IconButton label="Previous chapter" icon={<SkipBack aria-hidden />} onClick={commands.previousChapter} />
              <IconButton label="Next chapter" icon={<SkipForward aria-hidden />} onClick={commands.nextChapter} />
            </>
          )}
          <Loudness clock={clock} commands={commands} />
          <Time clock={clock} duration={duration} />
          <ChapterName clock={clock} chapters={chapters} />
        </div>
        <div className="ms-auto flex flex-wrap items-center gap-0.5">
          <Speed clock={clock} />
          {captions && (
            <Toggle label="Captions" pressed={captions.on} icon={<Captions aria-hidden />} onClick={captions.toggle} />
          )}
          {offersPictureInPicture() && (
            <IconButton label="Picture in picture" icon={<PictureInPicture2 aria-hidden />} onClick={commands.float} />
          )}
          {onHelp && <IconButton label="Keyboard shortcuts" icon={<Keyboard aria-hidden />} onClick={onHelp} />}
          <IconButton
            label={fullScreen.on ? 'Leave full screen' : 'Full screen'}
            icon={fullScreen.on ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
            onClick={fullScreen.toggle}
          />
        </div>
      </Toolbar>
    </div>
  );
}

/** A button that stays down; an underline shows it beside the colour. */
function Toggle({ pressed, className, ...rest }: ComponentProps<typeof IconButton> & { pressed: boolean }) {
  return (
    <IconButton
      {...rest}
      aria-pressed={pressed}
      className={clsx(
        'relative after:absolute after:inset-x-2 after:bottom-1 after:h-0.5 after:rounded-full',
        pressed && 'text-accent after:bg-accent',
        className,
      )}
    />
  );
}

function Loudness({ clock, commands }: Pick<ControlsProps, 'clock' | 'commands'>) {
  const muted = useMedia(clock, (element) => element.muted || element.volume === 0, false);
  const volume = useMedia(clock, (element) => (element.muted ? 0 : element.volume), 1);
  return (
    <>
      <IconButton
        label={muted ? 'Unmute' : 'Mute'}
        icon={muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        onClick={commands.mute}
      />
      <input
        type="range"
        aria-label="Volume"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={(event) => {
          const element = clock.element();
          if (!element) return;
          element.muted = false;
          element.volume = Number(event.target.value);
        }}
        className="h-6 w-18 accent-accent @max-2xl:hidden"
      />
    </>
  );
}

function Time({ clock, duration }: Pick<ControlsProps, 'clock' | 'duration'>) {
  const second = useClock(clock, Math.floor);
  return (
    <span className="ms-2 text-sm whitespace-nowrap text-soft tabular-nums">
      <span className="text-ink">{formatDuration(second)}</span>
      <span className="@max-[26rem]:hidden"> / {formatDuration(duration)}</span>
    </span>
  );
}

function ChapterName({ clock, chapters }: Pick<ControlsProps, 'clock' | 'chapters'>) {
  const title = useClock(clock, (now) => chapters.findLast(({ start_seconds }) => start_seconds <= now)?.title);
  return <span className="w-0 flex-1 truncate ps-3 text-sm text-soft @max-3xl:hidden">{title}</span>;
}

function Speed({ clock }: Pick<ControlsProps, 'clock'>) {
  const rate = useMedia(clock, (element) => element.playbackRate, 1);
  return (
    <select
      aria-label="Speed"
      value={rate}
      onChange={(event) => {
        const element = clock.element();
        if (element) element.playbackRate = Number(event.target.value);
      }}
      className="h-9 cursor-pointer appearance-none rounded-md bg-transparent px-2 text-sm font-medium text-soft tabular-nums hover:bg-sunken hover:text-ink [&>option]:bg-surface [&>option]:text-ink"
    >
      {rates.map((each) => (
        <option key={each} value={each}>
          {each}×
        </option>
      ))}
    </select>
  );
}

/** iPhones show only the video element itself in full screen. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Milliseconds without a pointer or key after which the controls go. */
const idleAfter = 3000;

/** Full screen of the player with its controls, which go while nobody uses them. */
export function useFullScreen(frame: RefObject<HTMLElement | null>): {
  on: boolean;
  idle: boolean;
  toggle: () => void;
} {
  const [on, setOn] = useState(false);
  const [idle, setIdle] = useState(false);

  useEffect(() => {
    const onChange = (): void =>
      setOn(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [frame]);

  useEffect(() => {
    if (!on) return;
    let timer: ReturnType<typeof setTimeout>;
    const wake = (): void => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), idleAfter);
    };
    wake();
    addEventListener('pointermove', wake);
    addEventListener('keydown', wake);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', wake);
      removeEventListener('keydown', wake);
    };
  }, [on]);

  const toggle = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen().catch(() => undefined);
    else frame.current?.querySelector<PhoneVideo>('video')?.webkitEnterFullscreen?.();
  };
  return { on, idle: on && idle, toggle };
}
