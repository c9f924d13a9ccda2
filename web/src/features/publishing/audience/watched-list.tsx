import type { WatchStatistics } from '@lectern/contract/publishing/audience';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { Link } from 'react-router';
import { Card } from '../../../ui/card.tsx';
import { WatchedBars } from './watched-bars.tsx';

/** Where it was watched, and for how long. */
const places = ({ portal, links }: WatchStatistics): string =>
  [portal > 0 && `${formatDuration(portal)} in the portal`, links > 0 && `${formatDuration(links)} by links`]
    .filter(Boolean)
    .join(' · ');

/** Lists viewing figures per recording, most watched first. */
export const WatchedList = ({ watched }: { watched: readonly WatchStatistics[] }) => (
  <ul className="grid grid-cols-1 gap-6">
    {watched.map((each) => (
      <li key={each.passthrough}>
        <Card aria-labelledby={`watched-${each.passthrough}`} className="grid grid-cols-1 gap-4 p-5">
          <div>
            <h2 id={`watched-${each.passthrough}`} className="text-xl">
              <Link to={`/asset/${each.passthrough}`} className="hover:underline">
                {each.title}
              </Link>
            </h2>
            <p className="mt-1 text-sm text-soft tabular-nums">
              {formatDuration(each.portal + each.links)} watched: {places(each)}
            </p>
          </div>
          <WatchedBars watched={each} />
        </Card>
      </li>
    ))}
  </ul>
);
