import type { Dashboard } from '@lectern/contract/library/dashboard';
import { Card } from '../../../ui/card.tsx';

export function VideoCountCard({ dashboard }: { dashboard: Dashboard }) {
  const { active_videos, total_videos } = dashboard;
  return (
    <Card aria-labelledby="video-count" className="p-5">
      <h2 id="video-count" className="eyebrow font-sans">
        Videos
      </h2>
      <p className="mt-2 font-serif text-3xl tabular-nums">
        {active_videos.length}
        <span className="text-soft">/{total_videos}</span>
      </p>
      <p className="mt-2 text-sm text-soft">
        Your plan includes {total_videos} videos at a time. Deleting one makes room for another.
      </p>
    </Card>
  );
}
