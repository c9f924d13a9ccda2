import { formatDuration, relativeAge } from '@lectern/contract/rules/timecode';
import { videoRoutes } from '@lectern/contract/videos';
import type { Video } from '@lectern/contract/videos';
import { AudioLines, Clapperboard } from 'lucide-react';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../session/call.ts';
import { EditableText } from '../../ui/editable-text.tsx';
import { PipelineProgress } from '../../ui/pipeline-progress.tsx';
import { VideoMenu } from './video-menu.tsx';
import { usePatchVideo } from './use-videos.ts';

/** Few videos have chapters and no summary. */
const MissingSummary = lazy(() => import('./missing-summary.tsx'));

type VideoCardProps = {
  video: Video;
  /** Epoch seconds, for the relative age. */
  now: number;
  /** What one can do when the pipeline has stopped at this video. */
  remedy: ReactNode;
  /** Offers everything that can be downloaded of the video. */
  onDownloads: () => void;
};

export function VideoCard({ video, now, remedy, onDownloads }: VideoCardProps) {
  const patch = usePatchVideo();
  const save = async (fields: { title?: string; description?: string }): Promise<void> => {
    await call(videoRoutes.save, { passthrough: video.id, ...fields });
    patch(video.id, fields);
  };

  return (
    <article
      aria-label={video.title || 'Untitled video'}
      className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <Thumbnail video={video} />
      <div className="flex flex-1 flex-col gap-3 p-4 sm:p-5">
        <div className="flex items-start gap-2">
          <EditableText
            as="h2"
            className="min-w-0 flex-1 font-serif text-lg leading-snug"
            value={video.title}
            label="title"
            onSave={(title) => save({ title })}
          />
          <VideoMenu video={video} onDownloads={onDownloads} />
        </div>
        {video.description ? (
          <EditableText
            multiline
            className="text-sm leading-relaxed text-soft"
            value={video.description}
            label="description"
            onSave={(description) => save({ description })}
          />
        ) : (
          <p className="text-sm text-soft">Processing not completed, please wait.</p>
        )}
        {isChaptered(video) && !video.summary && (
          <Suspense fallback={null}>
            <MissingSummary video={video} />
          </Suspense>
        )}
        <PipelineProgress video={video} action={remedy} />
        <p className="mt-auto pt-1 text-sm text-soft">
          <time dateTime={new Date(video.created_at * 1000).toISOString()}>
            {relativeAge(video.created_at, now)} ago
          </time>
        </p>
      </div>
    </article>
  );
}

const isChaptered = ({ steps }: Video): boolean =>
  steps.some(({ step, state }) => step === 'chapters' && state === 'done');

function Thumbnail({ video }: { video: Video }) {
  const Icon = video.kind === 'audio' ? AudioLines : Clapperboard;
  return (
    <Link
      to={`/asset/${video.uploadId}`}
      aria-label={`Open ${video.title || 'video'}${video.duration > 0 ? `, ${formatDuration(video.duration)}` : ''}`}
      className="group relative block aspect-video overflow-hidden bg-sunken focus-visible:-outline-offset-4"
    >
      {video.thumbnail ? (
        <img
          src={video.thumbnail}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          className="size-full object-cover transition-transform duration-500 group-hover:scale-[1.02]"
        />
      ) : (
        <span className="grid size-full place-items-center text-edge">
          <Icon aria-hidden className="size-9" strokeWidth={1.25} />
        </span>
      )}
      {video.duration > 0 && (
        <span className="absolute end-2.5 bottom-2.5 rounded-sm bg-black/80 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums">
          {formatDuration(video.duration)}
        </span>
      )}
    </Link>
  );
}
