import {
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaPlayButton,
  MediaTimeDisplay,
  MediaTimeRange,
} from 'media-chrome/react';
import { useEffect, useRef } from 'react';
import { CaptionLines } from './caption-lines.tsx';
import { tourFiles } from './tour-files.ts';

/** Plays the welcome video at once: who loads it has just asked for it. It has captions and no sound. */
export default function DemoVideo() {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    element.current?.focus();
    // A browser that does not let it begin by itself shows the play button.
    element.current?.play().catch(() => undefined);
  }, []);
  return (
    <MediaController className="block size-full">
      <video
        ref={element}
        slot="media"
        playsInline
        muted
        tabIndex={-1}
        src={tourFiles.film}
        poster={tourFiles.poster}
        preload="auto"
        aria-label="Welcome video: a tour of the product"
      >
        <track kind="captions" srcLang="en" label="English" src={tourFiles.captions} default />
      </video>
      <div {...{ noautohide: '' }} className="@container w-full">
        <CaptionLines element={element} track={tourFiles.captions} on className="pb-2" />
      </div>
      <MediaControlBar className="w-full">
        <MediaPlayButton />
        <MediaTimeRange />
        <MediaTimeDisplay showDuration noToggle />
        <MediaFullscreenButton />
      </MediaControlBar>
    </MediaController>
  );
}
