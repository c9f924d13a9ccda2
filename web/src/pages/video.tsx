import type { VideoAsset } from '@lectern/contract/videos';
import { formatDuration, relativeAge } from '@lectern/contract/rules/timecode';
import { Camera, Link2, Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Downloads } from '../features/downloads/downloads.tsx';
import { RechapterNotice } from '../features/library/rechapter-notice.tsx';
import { RetryButton } from '../features/library/retry-button.tsx';
import { VideoMenu } from '../features/library/video-menu.tsx';
import { usePrompts } from '../features/prompts/use-prompts.tsx';
import { AddCaptions } from '../features/uploads/add-captions.tsx';
import { About } from '../features/watch/about.tsx';
import { ClipTool } from '../features/watch/clip-tool.tsx';
import { Processing } from '../features/watch/processing.tsx';
import { ScreenshotTool } from '../features/watch/screenshot-tool.tsx';
import { copyMoment } from '../features/watch/share-link.ts';
import { SplitView } from '../features/watch/split-view.tsx';
import { parseStartTime } from '@lectern/contract/rules/start-time';
import { ToolButton } from '../features/watch/tool-button.tsx';
import { TranscriptPanel } from '../features/watch/transcript-panel.tsx';
import { isFinal, useAsset } from '../features/watch/use-asset.ts';
import { useClipTimes } from '../features/watch/use-clip-times.ts';
import { useRegeneration } from '../features/watch/use-regeneration.tsx';
import { useSaveVideo } from '../features/watch/use-save-video.ts';
import { useShortcutSheet } from '../features/watch/use-shortcut-sheet.tsx';
import { useWide } from '../features/watch/use-wide.ts';
import { WatchSkeleton } from '../features/watch/watch-skeleton.tsx';
import { type Clock, createClock } from '../player/clock.ts';
import { Player } from '../player/player.tsx';
import { failureText } from '../session/call.ts';
import { EditableText } from '../ui/editable-text.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { isWorking } from '../ui/pipeline-progress.tsx';
import { usePageTitle } from '../ui/page-title.ts';

export default function VideoPage() {
  const { id = '' } = useParams();
  // Another video is another clock and another set of open tools.
  return <Watch key={id} id={id} />;
}

function Watch({ id }: { id: string }) {
  const { data: video, error, refetch, isFetching } = useAsset(id);
  const [clock] = useState(createClock);
  const [query] = useSearchParams();
  const at = parseStartTime(query.get('t'));
  usePageTitle(video?.title ?? 'Video');
  useEffect(() => {
    if (at !== undefined) clock.seek(at);
  }, [at, clock]);

  if (error && (!video || isFinal(error)))
    return <ErrorState text={failureText(error)} onRetry={() => void refetch()} busy={isFetching} />;
  if (!video) return <WatchSkeleton />;
  return (
    <Loaded
      video={video}
      clock={clock}
      trouble={error ? failureText(error, 'The server cannot be reached.') : undefined}
    />
  );
}

type LoadedProps = {
  video: VideoAsset;
  clock: Clock;
  /** Why nothing newer is known, while it is asked for again. */
  trouble: string | undefined;
};

/** The recording beside its chapters; above them, and pinned there, on narrow screens. */
function Loaded({ video, clock, trouble }: LoadedProps) {
  const wide = useWide();
  const [tool, setTool] = useState<'clip' | 'screenshot'>();
  const { times, setTimes, selection, propose } = useClipTimes(video.duration);
  const { openSheet, sheet } = useShortcutSheet();
  const prompts = usePrompts(video, clock);
  const close = (): void => setTool(undefined);

  const player = video.playable ? (
    <Player video={video} clock={clock} range={tool === 'clip' ? selection : undefined} onHelp={openSheet}>
      {tool === 'clip' && <ClipTool video={video} clock={clock} times={times} onTimes={setTimes} onClose={close} />}
      {tool === 'screenshot' && <ScreenshotTool video={video} clock={clock} onClose={close} />}
    </Player>
  ) : (
    <NotPlayable video={video} />
  );
  const tools = video.playable && (
    <>
      <ToolButton
        icon={<Scissors aria-hidden />}
        open={tool === 'clip'}
        onClick={() => {
          propose(clock.now());
          setTool(tool === 'clip' ? undefined : 'clip');
        }}
      >
        Clip
      </ToolButton>
      {video.kind === 'video' && (
        <ToolButton
          icon={<Camera aria-hidden />}
          open={tool === 'screenshot'}
          onClick={() => setTool(tool === 'screenshot' ? undefined : 'screenshot')}
        >
          Screenshot
        </ToolButton>
      )}
      <ToolButton icon={<Link2 aria-hidden />} onClick={() => void copyMoment(clock.now())}>
        Copy link
      </ToolButton>
    </>
  );
  const head = <Head video={video} trouble={trouble} tools={tools} />;
  const panel = (actions?: ReactNode) => (
    <TranscriptPanel
      video={video}
      clock={clock}
      ownScroll={wide}
      actions={
        <>
          {video.vtt !== '' && prompts.menu}
          {actions}
        </>
      }
      chapterEntries={video.vtt === '' ? undefined : prompts.entries}
    />
  );

  return (
    <>
      {wide ? (
        <SplitView
          stage={
            <div className="mx-auto grid max-w-5xl gap-6 p-6 pb-12">
              {player}
              {head}
              <About video={video} />
            </div>
          }
          panel={panel}
        />
      ) : (
        <>
          <div data-pinned className="sticky top-[3.8125rem] z-20 border-b border-line">
            {player}
          </div>
          <div className="grid gap-5 p-4">
            {head}
            <details>
              <summary className="min-h-6 cursor-pointer font-medium">About this video</summary>
              <div className="pt-3">
                <About video={video} />
              </div>
            </details>
          </div>
          <div className="border-t border-line">{panel()}</div>
        </>
      )}
      {sheet}
      {prompts.dialog}
    </>
  );
}

type HeadProps = { video: VideoAsset; trouble: string | undefined; tools: ReactNode };

/** Title, figures and tools, and what is still to be done. */
function Head({ video, trouble, tools }: HeadProps) {
  const save = useSaveVideo(video);
  const regeneration = useRegeneration(video);
  const working = isWorking(video);
  const navigate = useNavigate();
  const [downloading, setDownloading] = useState(false);
  const [now] = useState(() => Date.now() / 1000);
  const needsCaptions = video.steps.some(({ step, state }) => step === 'transcript' && state === 'blocked');
  // What kept the language model from writing, or parts of it.
  const told = video.steps.find(({ step, state }) => step === 'chapters' && state === 'done')?.problem;
  const again = video.chapters_outdated ? 'The transcript changed. ReChapter to write chapters from it.' : told;
  const figures = [
    video.duration > 0 && formatDuration(video.duration),
    video.chapters.length > 0 && `${video.chapters.length} chapters`,
    `${relativeAge(video.created_at, now)} ago`,
  ].filter(Boolean);
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <div className="flex items-start justify-between gap-3">
          <EditableText
            as="h1"
            value={video.title}
            label="title"
            className="min-w-0 flex-1 text-2xl"
            onSave={(title) => save(() => ({ title }))}
          />
          <VideoMenu
            video={video}
            onDownloads={() => setDownloading(true)}
            onRemoved={() => void navigate('/asset/view', { replace: true })}
          />
          <Downloads video={downloading ? video : undefined} onClose={() => setDownloading(false)} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-sm text-soft tabular-nums">{figures.join(' · ')}</p>
          <div role="group" aria-label="Tools" className="-mx-3 flex flex-wrap gap-0.5">
            {tools}
            {!working && regeneration.tool}
          </div>
        </div>
      </div>
      {trouble && (
        <Notice kind="bad">{trouble} What you see may be out of date; it is asked again every second.</Notice>
      )}
      {!working && regeneration.notice}
      {regeneration.dialog}
      {again && !working && <RechapterNotice video={video} text={again} />}
      <Processing
        video={video}
        action={
          <>
            {needsCaptions && <AddCaptions passthrough={video.id} />}
            <RetryButton video={video} />
          </>
        }
      />
    </div>
  );
}

function NotPlayable({ video }: { video: VideoAsset }) {
  return (
    <div className="grid aspect-video place-content-center bg-sunken p-4 text-center sm:rounded-lg">
      <p className="font-serif text-xl">This video is still being prepared</p>
      <p className="text-soft">
        {video.steps.find(({ step }) => step === 'playable')?.note ?? 'It may need a few minutes.'}
      </p>
    </div>
  );
}
