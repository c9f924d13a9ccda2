import { clsx } from 'clsx';
import { useEffect, useState, type RefObject } from 'react';

type CaptionLinesProps = {
  /** The video element; the captions are its first text track. */
  element: RefObject<HTMLVideoElement | null>;
  /** Changes when the track is another one. */
  track: string | null;
  on: boolean;
  className: string;
};

/**
 * Draws captions at their own size on a background, at most 80% of the picture wide. The browser draws them only in
 * phone full screen and picture-in-picture.
 */
export function CaptionLines({ element, track, on, className }: CaptionLinesProps) {
  const [lines, setLines] = useState('');
  const [ours, setOurs] = useState(true);
  useEffect(() => {
    const video = element.current;
    const captions = [...(video?.textTracks ?? [])].find(({ kind }) => kind === 'captions');
    if (!video || !captions || track === null) return;
    const show = (): void =>
      setLines(
        Array.from(captions.activeCues ?? [])
          .map((cue) => (cue instanceof VTTCue ? cue.getCueAsHTML().textContent : ''))
          .join('\n'),
      );
    const drawnBy = (us: boolean) => (): void => {
      setOurs(us);
      captions.mode = on ? (us ? 'hidden' : 'showing') : 'disabled';
    };
    const [byUs, byTheBrowser] = [drawnBy(true), drawnBy(false)];
    drawnBy(document.pictureInPictureElement !== video)();
    show();
    captions.addEventListener('cuechange', show);
    video.addEventListener('webkitbeginfullscreen', byTheBrowser);
    video.addEventListener('webkitendfullscreen', byUs);
    video.addEventListener('enterpictureinpicture', byTheBrowser);
    video.addEventListener('leavepictureinpicture', byUs);
    return () => {
      captions.removeEventListener('cuechange', show);
      video.removeEventListener('webkitbeginfullscreen', byTheBrowser);
      video.removeEventListener('webkitendfullscreen', byUs);
      video.removeEventListener('enterpictureinpicture', byTheBrowser);
      video.removeEventListener('leavepictureinpicture', byUs);
    };
  }, [element, track, on]);
  if (!on || !ours || lines === '') return null;
  return (
    // People who do not see them hear them, or read the transcript.
    <div
      aria-hidden
      data-captions
      className={clsx(
        'pointer-events-none px-[10%] text-center text-[clamp(0.875rem,1.9cqi,1.75rem)] leading-[1.6] text-balance',
        className,
      )}
    >
      <span
        dir="auto"
        className="rounded-sm bg-black/75 box-decoration-clone px-[0.5em] py-[0.15em] whitespace-pre-line text-white"
      >
        {lines}
      </span>
    </div>
  );
}
