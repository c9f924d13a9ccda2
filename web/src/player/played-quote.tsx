import { mediaPaths, type SignedPlaybackId } from '@lectern/contract/playback/playback';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { useEffect, useRef, useState } from 'react';
import { ErrorText } from '../ui/notice.tsx';
import { attachStream } from './attach-stream.ts';

type PlayedQuoteProps = { playbackId: SignedPlaybackId; start: number; title: string };

/** Plays a quote in its place, with captions. */
export default function PlayedQuote({ playbackId, start, title }: PlayedQuoteProps) {
  const element = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    video.focus();
    const begin = (): void => {
      video.currentTime = start;
      // A browser that does not let it begin by itself shows its play button.
      video.play().catch(() => undefined);
    };
    video.addEventListener('loadedmetadata', begin, { once: true });
    // One is heard at a time.
    const listen = ({ target }: Event): void => {
      for (const other of document.querySelectorAll('video')) if (other !== target) other.pause();
    };
    document.addEventListener('play', listen, true);
    const detach = attachStream(video, mediaPaths.stream(playbackId), {
      isGrowing: false,
      onProblem: () => setFailed(true),
    });
    return () => {
      video.removeEventListener('loadedmetadata', begin);
      document.removeEventListener('play', listen, true);
      detach();
    };
  }, [playbackId, start]);
  return (
    <div className="grid basis-full grid-cols-1 gap-2">
      <video
        ref={element}
        controls
        playsInline
        aria-label={`${title}, from ${formatTimecode(start)}`}
        className="aspect-video w-full max-w-2xl rounded-md bg-black"
      >
        <track kind="captions" label="Captions" src={mediaPaths.captions(playbackId)} />
      </video>
      <ErrorText text={failed && 'The recording could not be played.'} />
    </div>
  );
}
