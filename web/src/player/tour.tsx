import { Play } from 'lucide-react';
import { useState } from 'react';
import { tourFiles } from './tour-files.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Film = lazyPart(() => import('./demo-video.tsx'));

/** The welcome video. Until somebody asks for it there is only its picture: neither film nor player is loaded. */
export function Tour() {
  const [wanted, setWanted] = useState(false);
  const picture = (
    <img
      src={tourFiles.poster}
      alt=""
      width={1280}
      height={720}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  );
  return (
    <div className="aspect-video w-full overflow-hidden rounded-lg border border-line bg-sunken shadow-float">
      {wanted ? (
        <Film fallback={picture} missing={picture} />
      ) : (
        <button
          type="button"
          onClick={() => setWanted(true)}
          className="group relative block size-full focus-visible:-outline-offset-4"
        >
          {picture}
          <span className="absolute start-5 bottom-5 flex items-center gap-3 rounded-full bg-accent py-2 ps-2.5 pe-5 font-medium text-on-accent shadow-float transition-colors group-hover:bg-accent-strong">
            <span className="grid size-9 place-items-center rounded-full bg-on-accent text-accent">
              <Play aria-hidden className="size-4 translate-x-px fill-current" />
            </span>
            Watch the tour
          </span>
        </button>
      )}
    </div>
  );
}
