import { type RefObject, useEffect, useState } from 'react';

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
