import type { VideoAsset } from '@lectern/contract/videos';
import { useEffect, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useParams, useSearchParams } from 'react-router';
import { RetryButton } from '../features/library/retry-button.tsx';
import { VideoMenu } from '../features/library/video-menu.tsx';
import { AddCaptions } from '../features/uploads/add-captions.tsx';
import { ClipTool } from '../features/watch/clip-tool.tsx';
import { ScreenshotTool } from '../features/watch/screenshot-tool.tsx';
import { TranscriptPanel } from '../features/watch/transcript-panel.tsx';
import { useAsset, useSaveVideo } from '../features/watch/use-asset.ts';
import { useWide } from '../features/watch/use-wide.ts';
import { ChapterTimeline } from '../player/chapter-timeline.tsx';
import { type Clock, createClock } from '../player/clock.ts';
import { Player } from '../player/player.tsx';
import { failureText } from '../session/call.ts';
import { Card } from '../ui/card.tsx';
import { EditableText } from '../ui/editable-text.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { PipelineProgress } from '../ui/pipeline-progress.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export default function VideoPage() {
  const { id = '' } = useParams();
  const { data: video, error, refetch, isFetching } = useAsset(id);
  const [clock] = useState(createClock);
  const [query] = useSearchParams();
  const at = Number(query.get('t') ?? Number.NaN);
  usePageTitle(video?.title ?? 'Video');
  useEffect(() => {
    if (at >= 0) clock.seek(at);
  }, [at, clock]);

  if (error && !video) return <ErrorState text={failureText(error)} onRetry={() => void refetch()} busy={isFetching} />;
  if (!video) return <Skeleton className="m-6 aspect-video max-w-4xl" />;
  return <Watch video={video} clock={clock} />;
}

/** Player and tools beside the chapters; one above the other on narrow screens. */
function Watch({ video, clock }: { video: VideoAsset; clock: Clock }) {
  const wide = useWide();
  const panel = <TranscriptPanel key={video.chapters.length > 0 ? 'chapters' : 'none'} video={video} clock={clock} />;
  if (!wide)
    return (
      <div>
        <Stage video={video} clock={clock} />
        <div className="border-t border-line">{panel}</div>
      </div>
    );
  return (
    <Group
      className="h-[calc(100dvh-57px)]!"
      orientation="horizontal"
      defaultLayout={rememberedSplit()}
      onLayoutChanged={rememberSplit}
    >
      <Panel id="stage" className="overflow-y-auto!">
        <Stage video={video} clock={clock} />
      </Panel>
      <Separator
        aria-label="Width of the chapter panel"
        className="w-2 bg-line hover:bg-accent focus-visible:bg-accent"
      />
      <Panel id="chapters" defaultSize="35%" minSize="25%" maxSize="50%" className="bg-surface">
        {panel}
      </Panel>
    </Group>
  );
}

const splitKey = 'watch-split';

function rememberedSplit(): Record<string, number> | undefined {
  const stored = Number(localStorage.getItem(splitKey));
  return stored >= 25 && stored <= 50 ? { stage: 100 - stored, chapters: stored } : undefined;
}

function rememberSplit(layout: Record<string, number>): void {
  if (layout.chapters !== undefined) localStorage.setItem(splitKey, String(layout.chapters));
}

function Stage({ video, clock }: { video: VideoAsset; clock: Clock }) {
  const save = useSaveVideo(video);
  const needsCaptions = video.steps.some(({ step, state }) => step === 'transcript' && state === 'blocked');
  return (
    <div className="mx-auto grid max-w-5xl gap-5 p-4 sm:p-6">
      <div>
        {video.playable ? (
          <Player video={video} clock={clock} />
        ) : (
          <div className="grid aspect-video place-content-center rounded-lg bg-sunken p-4 text-center">
            <p className="font-semibold">This video is still being prepared.</p>
            <p className="text-soft">
              {video.steps.find(({ step }) => step === 'playable')?.note ?? 'It may need a few minutes.'}
            </p>
          </div>
        )}
        <ChapterTimeline chapters={video.chapters} clock={clock} />
      </div>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <EditableText
            as="h1"
            value={video.title}
            label="title"
            className="text-2xl"
            onSave={(title) => save(() => ({ title }))}
          />
        </div>
        <VideoMenu video={video} />
      </div>
      <PipelineProgress
        video={video}
        action={
          <>
            {needsCaptions && <AddCaptions passthrough={video.id} />}
            <RetryButton video={video} />
          </>
        }
      />
      {video.description === '' ? (
        <Notice>Processing not completed, please wait. An unprocessed video may need a few minutes.</Notice>
      ) : (
        <EditableText
          value={video.description}
          label="description"
          multiline
          onSave={(description) => save(() => ({ description }))}
        />
      )}
      {video.summary !== '' && (
        <Card className="p-5">
          <h2 className="mb-2 text-xl">Summary</h2>
          <EditableText
            value={video.summary}
            label="summary"
            multiline
            minLength={4}
            onSave={(summary) => save(() => ({ summary }))}
          />
        </Card>
      )}
      {video.playable && (
        <Card className="grid gap-6 p-5 lg:grid-cols-2">
          <ClipTool video={video} clock={clock} />
          {video.kind === 'video' && <ScreenshotTool video={video} clock={clock} />}
        </Card>
      )}
    </div>
  );
}
