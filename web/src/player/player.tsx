import { media } from '@lectern/contract/playback';
import type { VideoAsset } from '@lectern/contract/videos';
import { AudioLines } from 'lucide-react';
import {
  MediaCaptionsButton,
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaMuteButton,
  MediaPlayButton,
  MediaPlaybackRateButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { attachStream } from './attach-stream.ts';
import type { Clock } from './clock.ts';

type PlayerProps = { video: VideoAsset; clock: Clock };

/** Plays a recording by HLS, with captions, chapters and storyboard pictures over the time line. */
export function Player(props: PlayerProps) {
  const [attempt, setAttempt] = useState(0);
  return <Screen key={`${props.video.playback_id}-${attempt}`} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Screen({ video, clock, onRetry }: PlayerProps & { onRetry: () => void }) {
  const element = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const { playback_id: id } = video;

  useEffect(() => {
    const current = element.current;
    if (!current) return;
    const unfollow = clock.follow(current);
    const detach = attachStream(current, media.stream(id), () => setFailed(true));
    return () => {
      detach();
      unfollow();
    };
  }, [id, clock]);

  return (
    <div className="relative overflow-hidden rounded-lg bg-black" data-theme="dark">
      <MediaController className="block aspect-video w-full" noHotkeys>
        <video
          ref={element}
          slot="media"
          playsInline
          preload="metadata"
          crossOrigin="anonymous"
          aria-label={video.title}
          {...(video.thumbnail ? { poster: video.thumbnail } : {})}
        >
          <track key={video.captionsTrackId} kind="captions" label="Captions" src={media.captions(id)} />
          {video.chapters.length > 0 && <track kind="chapters" src={media.chapters(id)} default />}
          {video.storyboard !== null && <track kind="metadata" label="thumbnails" src={video.storyboard} default />}
        </video>
        <MediaControlBar className="w-full">
          <MediaPlayButton />
          <MediaMuteButton />
          <MediaVolumeRange className="max-sm:hidden" />
          <MediaTimeRange />
          <MediaTimeDisplay showDuration className="max-sm:hidden" />
          <MediaPlaybackRateButton rates={[0.75, 1, 1.25, 1.5, 2]} className="max-sm:hidden" />
          <MediaCaptionsButton />
          <MediaFullscreenButton />
        </MediaControlBar>
      </MediaController>
      {video.kind === 'audio' && (
        <AudioLines aria-hidden className="pointer-events-none absolute inset-0 m-auto size-20 text-white/50" />
      )}
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
  );
}
