import { chapterCount } from '@lectern/contract/rules/chapter-count';
import { formatDuration, relativeAge, approximateDuration } from '@lectern/contract/rules/timecode';
import { type ListedVideo, type Video, videoRoutes } from '@lectern/contract/videos/videos';
import { AudioLines, Clapperboard } from 'lucide-react';
import { type ReactNode, type PointerEvent, useState } from 'react';
import { Link } from 'react-router';
import { CallError } from '@lectern/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { EditableText } from '../../ui/editable-text.tsx';
import { missingText, hasTooFewWords, isWorking, PipelineProgress } from '../../ui/pipeline-progress.tsx';
import { VideoMenu } from './video-menu.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { call } from '../../session/call.ts';
import { saveInTurn } from '../../session/video-cache.ts';
import { ChangedElsewhere, changedBy } from '../../ui/edit-conflict.ts';
import type { Undo } from '../../ui/undo-history.ts';
import type { SaveText } from '../../ui/use-text-editing.tsx';
import { listedVideo } from './library-query.ts';
import { usePatchVideo } from './use-videos.ts';
import { tileAt, useStoryboard, StoryboardPicture } from '../../player/storyboard.tsx';

/** Few videos have chapters and no summary. */
const MissingSummary = lazyPart(() => import('./missing-summary.tsx'));

type VideoCardProps = {
  video: ListedVideo;
  /** Epoch seconds, for the relative age. */
  now: number;
  /** "by Ana", where several people are. */
  madeBy: string | undefined;
  remedy: ReactNode;
  onDownloads: () => void;
  onRemoved: () => void;
};

export function VideoCard({ video, now, madeBy, remedy, onDownloads, onRemoved }: VideoCardProps) {
  const saveText = useSaveCardText(video);

  return (
    <article
      aria-label={video.title || 'Untitled video'}
      className="grid grid-rows-[auto_1fr] overflow-hidden rounded-lg border border-line bg-surface @md:min-h-37 @md:grid-cols-[14.75rem_minmax(0,1fr)] @md:grid-rows-none"
    >
      {/* In its own shape beside the text, however much of that there is: slides are cut at no side. */}
      <div className="overflow-hidden @md:my-3 @md:ms-3 @md:self-start @md:rounded-sm">
        <Thumbnail video={video} />
        <ChapterStrip starts={video.chapter_starts} duration={video.duration} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2 px-4 py-3">
        <div className="flex items-start gap-2">
          <EditableText
            as="h2"
            clamped={3}
            className="min-w-0 flex-1 font-serif text-base leading-snug"
            value={video.title}
            label="title"
            onSave={saveText('title')}
          />
          <VideoMenu video={video} onDownloads={onDownloads} onRemoved={onRemoved} />
        </div>
        {video.description || !isWorking(video) ? (
          <EditableText
            multiline
            clamped={2}
            className="text-sm leading-relaxed text-soft"
            value={video.description}
            label="description"
            placeholder={missingText('description', video)}
            onSave={saveText('description')}
          />
        ) : (
          <p className="text-sm text-soft">Processing not completed, please wait.</p>
        )}
        {isChaptered(video) && !video.summary && !hasTooFewWords(video) && <MissingSummary video={video} />}
        <PipelineProgress video={video} action={remedy} />
        {video.lost && (
          <p className="text-sm font-medium text-danger">
            The recording is lost: it is not where it was kept any more. What was written about it is still here.
          </p>
        )}
        <p className="mt-auto text-sm text-soft">
          {video.sample && 'Sample · '}
          {video.duration > 0 && `${shortLength(video.duration)} · `}
          {video.chapter_starts.length > 0 && `${chapterCount(video.chapter_starts.length)} · `}
          <Age created={video.created_at} now={now} />
          {madeBy && (
            <>
              {' · '}
              <span className="inline-block">{madeBy}</span>
            </>
          )}
          {video.conversion?.how === 'encoded' && ' · re-encoded for browsers'}
        </p>
      </div>
    </article>
  );
}

const isChaptered = ({ steps }: Video): boolean =>
  steps.some(({ step, state }) => step === 'chapters' && state === 'done');

function shortLength(seconds: number): string {
  const { count, unit } = approximateDuration(seconds);
  return `${count} ${unit === 'second' ? 's' : 'min'}`;
}

/** Both in epoch seconds. What is no time reads as the specification says (section 8). */
function Age({ created, now }: { created: number; now: number }) {
  const date = new Date(created * 1000);
  if (Number.isNaN(date.getTime())) return 'Invalid time value';
  return (
    <time dateTime={date.toISOString()} className="whitespace-nowrap">
      {relativeAge(created, now)} ago
    </time>
  );
}

/** The chapters of the recording, each as long as it takes. */
function ChapterStrip({ starts, duration }: { starts: readonly number[]; duration: number }) {
  if (starts.length < 2 || duration <= 0) return null;
  return (
    <div aria-hidden className="flex h-1 gap-px bg-surface">
      {starts.map((start, n) => (
        <span
          key={start}
          className="bg-accent/60 forced-colors:bg-[CanvasText]"
          style={{ flexGrow: (starts[n + 1] ?? duration) - start, flexBasis: 0 }}
        />
      ))}
    </div>
  );
}

function Thumbnail({ video }: { video: Video }) {
  const { scrub, shown, ...pointer } = useScrub(video);
  const Icon = video.kind === 'audio' ? AudioLines : Clapperboard;
  return (
    <Link
      to={`/asset/${video.uploadId}`}
      aria-label={`Open ${video.title || 'video'}${video.duration > 0 ? `, ${formatDuration(video.duration)}` : ''}`}
      className="group relative block aspect-video overflow-hidden bg-sunken focus-visible:-outline-offset-4"
      {...pointer}
    >
      {video.thumbnail ? (
        <img
          src={video.thumbnail}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          className="absolute inset-0 size-full object-cover transition-transform duration-500 group-hover:scale-[1.02]"
        />
      ) : (
        <span className="grid size-full place-items-center text-edge">
          <Icon aria-hidden className="size-9" strokeWidth={1.25} />
        </span>
      )}
      {scrub}
      {video.duration > 0 && (
        <span className="absolute end-2 bottom-2 rounded-sm bg-black/80 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums">
          {formatDuration(shown ?? video.duration)}
        </span>
      )}
    </Link>
  );
}

/** Saves one text of a card, unless it is another by now than the one that was shown; answers how to undo it. */
function useSaveCardText(video: ListedVideo): (field: 'title' | 'description') => SaveText {
  const client = useQueryClient();
  const patch = usePatchVideo();
  return (field) => {
    const replace = async (seen: string, text: string): Promise<Undo> => {
      try {
        const change = { passthrough: video.id, [field]: text, before: { [field]: seen } };
        await saveInTurn(video.id, () => call(videoRoutes.save, change));
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 409) throw error;
        await client.refetchQueries({ queryKey: ['videos'] });
        throw new ChangedElsewhere(listedVideo(client, video.id)?.[field] ?? '', changedBy(error));
      }
      await patch(video.id, { [field]: text });
      return () => replace(text, seen);
    };
    return (text) => replace(video[field], text);
  };
}

/** Looks through a recording while a mouse moves over its picture: what is there, and where, in seconds. */
function useScrub({ playback_id, duration, steps }: Video): {
  scrub: ReactNode;
  shown: number | undefined;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave: () => void;
} {
  const [at, setAt] = useState<{ seconds: number; width: number }>();
  const [wanted, setWanted] = useState(false);
  const pictured = steps.some(({ step, state }) => step === 'storyboard' && state === 'done');
  const tiles = useStoryboard(pictured ? mediaPaths.storyboard(playback_id) : null, wanted);
  const tile = at && tileAt(tiles, at.seconds);
  return {
    scrub: tile && (
      <span
        aria-hidden
        className="absolute inset-x-0 top-1/2 block origin-top-left -translate-y-1/2"
        style={{ height: (tile.height / tile.width) * at.width }}
      >
        <StoryboardPicture tile={tile} scale={at.width / tile.width} className="origin-top-left" />
      </span>
    ),
    shown: tile && at.seconds,
    onPointerMove: ({ pointerType, clientX, currentTarget }) => {
      if (pointerType !== 'mouse' || duration <= 0) return;
      const { left, width } = currentTarget.getBoundingClientRect();
      setWanted(true);
      setAt({ seconds: Math.min(1, Math.max(0, (clientX - left) / width)) * duration, width });
    },
    onPointerLeave: () => setAt(undefined),
  };
}
