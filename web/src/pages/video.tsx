import type { VideoDetail } from '@lectern/contract/videos/videos';
import { parseStartTime } from '@lectern/contract/rules/start-time';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { clsx } from 'clsx';
import { Camera, MessageCircleQuestion, Scissors, Share2 } from 'lucide-react';
import { useEffect, useRef, useState, type ContextType, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { SlideDownloads } from '../features/exports/slide-downloads.tsx';
import { useOwnPortal } from '../features/publishing/portal/use-own-portal.ts';
import { useGiveLink } from '../features/publishing/shares/use-give-link.ts';
import type { ShareContent } from '../features/publishing/shares/use-shares.ts';
import { usePageHighlights } from '../features/editing/highlights/use-page-highlights.tsx';
import { usePrompts } from '../features/editing/prompts/use-prompts.tsx';
import { AddCaptions } from '../features/uploads/add-captions.tsx';
import { AbsentVideo } from './absent-video.tsx';
import { needsCaptions, VideoHead } from './video-head.tsx';
import { useArriving } from '../features/uploads/use-arriving.ts';
import { RecordingAbout } from '../features/playback/about.tsx';
import { ClipTool, useClipTimes, ScreenshotTool, ToolButton } from '../features/playback/player-tools.tsx';
import {
  NarrowDisclosure,
  SplitView,
  WatchSkeleton,
  useRoomUnderPlayer,
  useTwoColumns,
} from '../features/playback/split-view.tsx';
import {
  Highlighting,
  ClipToolContext,
  SharePart,
  PublishedAtProvider,
  useShareLink,
  type Published,
} from '../features/playback/watch-context.ts';
import { MarkingNote } from '../features/playback/marking-note.tsx';
import { NotPlayable } from '../features/playback/processing.tsx';
import { type OpenedAt, openedAt } from '../features/playback/opened-at.ts';
import { PanelSettings } from '../features/playback/panel-tabs.tsx';
import { PlayingBar, useTaken } from '../features/playback/playing-bar.tsx';
import { sentencesAround } from '../features/playback/sentences-around.ts';
import { TranscriptPanel } from '../features/playback/transcript-panel.tsx';
import { isGone, useAsset, usePlayedAnew } from '../features/playback/use-asset.ts';
import { useShortcutSheet } from '../features/playback/use-shortcut-sheet.tsx';
import { type PlayerClock, createClock } from '../player/clock.ts';
import { Player } from '../player/player.tsx';
import { attempt, failureText, isFinal } from '../session/call.ts';
import { switchWorkspace } from '../session/workspaces.ts';
import { useMember, useCan } from '../session/stored-session.ts';
import { VideoDrafts } from '../session/video-drafts.tsx';
import { usePageFrame } from '../ui/page-frame.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Loaded when the first thing is shared. */
const ShareDialog = lazyPart(() => import('../features/publishing/shares/share-dialog.tsx'));

/** Comes behind the transcript beside which it stands. */
const AskRecording = lazyPart(() => import('../features/library/ask/ask-recording.tsx'));

/** Most videos are no sample. */
const SampleHint = lazyPart(() => import('../features/playback/sample-hint.tsx'));

export default function VideoPage() {
  const { id = '' } = useParams();
  // Another video is another clock and another set of open tools.
  return <Watch key={id} id={id} />;
}

function Watch({ id }: { id: string }) {
  const { data: video, error, refetch, isFetching } = useAsset(id);
  const isMissing = error !== null && isGone(error);
  const refusal = isFinal(error) && !isMissing ? error : null;
  const arriving = useArriving(id, { video, isMissing, refusal, onWhole: refetch });
  const [clock] = useState(createClock);
  const { footer } = usePageFrame();
  const [query] = useSearchParams();
  const [place, setPlace] = useState<OpenedAt & { address: string }>();
  const address = query.toString();
  // An edit of the transcript moves nobody.
  if (video && place?.address !== address) setPlace({ address, ...openedAt(video, query) });
  const at = place ? place.at : parseStartTime(query.get('t'));
  usePageTitle(video?.title ?? 'Video');
  useItsWorkspace(video);
  useEffect(() => {
    if (at !== undefined) clock.seek(at);
  }, [at, clock]);

  if (arriving.isPending) return <WatchSkeleton />;
  if (arriving.recording || (error && (!video || isFinal(error))))
    return (
      <div className="flex min-h-[calc(100dvh-var(--header))] flex-col">
        <AbsentVideo id={id} clock={clock} arriving={arriving} error={error} busy={isFetching} onRetry={refetch} />
        {footer}
      </div>
    );
  if (!video) return <WatchSkeleton />;
  return (
    <VideoDrafts of={video.id}>
      <Sharing video={video}>
        <Loaded
          video={video}
          clock={clock}
          words={query.get('q') ?? ''}
          opens={place?.tab}
          at={at}
          address={address}
          footer={footer}
          trouble={error ? failureText(error, 'The server cannot be reached.') : undefined}
          onFailure={() => void refetch()}
        />
      </Sharing>
    </VideoDrafts>
  );
}

/** Takes this tab to the workspace of a recording that was opened from elsewhere. */
function useItsWorkspace(video: VideoDetail | undefined): void {
  const { workspace } = useMember();
  const its = video?.workspace;
  const isElsewhere = its !== undefined && its !== workspace?.id;
  useEffect(() => {
    if (isElsewhere)
      void attempt(() => switchWorkspace(its, (name) => `This recording is in ${name}. Now in ${name}.`));
  }, [isElsewhere, its]);
}

/** Tells everything that copies links where others can open the video: in the portal of its owner, if it is there. */
function Sharing({ video, children }: { video: VideoDetail; children: ReactNode }) {
  const { plan, membership_expired } = useMember();
  const can = useCan();
  const { data: portal } = useOwnPortal({ enabled: plan === 'professional' && !membership_expired && can('publish') });
  const key = portal?.library.find(({ id }) => id === video.id)?.key;
  const published: Published =
    portal && key ? { token: portal.token, key, showsQuotes: portal.settings.show_quotes } : undefined;
  return <PublishedAtProvider value={published}>{children}</PublishedAtProvider>;
}

type LoadedProps = {
  video: VideoDetail;
  clock: PlayerClock;
  /** Search words from the library, and the initial tab of the panel. */
  words: string;
  opens: OpenedAt['tab'];
  at: number | undefined;
  /** The part of the page's URL that sets the starting point. */
  address: string;
  footer: ReactNode;
  /** Why nothing newer is known, while it is asked for again. */
  trouble: string | undefined;
  /** The recording plays no longer. */
  onFailure: () => void;
};

/**
 * Shows the recording beside its chapters, or pinned above them on narrow screens. Both use the same elements, so
 * rotating a phone keeps playback, open parts and drafts.
 */
function Loaded({ video, clock, words, opens, at, address, footer, trouble, onFailure }: LoadedProps) {
  const wide = useTwoColumns();
  const tall = useRoomUnderPlayer();
  const [tool, setTool] = useState<'clip' | 'screenshot'>();
  // With a tool under it, it would fill the window: what is cut off there could not be scrolled to.
  const pinned = tall && !wide && tool === undefined;
  const stage = useRef<HTMLDivElement>(null);
  // Where there is little height it scrolls away (`AssetLayout`).
  const header = tall ? 'var(--header)' : '0px';
  const under = useTaken(stage, pinned, header);
  const { times, setTimes, selection, take, propose } = useClipTimes(video.duration);
  const { openSheet, sheet } = useShortcutSheet();
  const { copyMoment } = useShareLink();
  const anew = usePlayedAnew(video);
  const prompts = usePrompts(video, clock);
  const [sharing, setSharing] = useState<ShareContent>();
  const giveLink = useGiveLink(video.id);
  const { dialog: highlightsDialog, ...highlighting } = usePageHighlights(video, (at) => clock.seek(at, true));
  const close = (): void => setTool(undefined);

  const player = video.playable ? (
    <Player
      key={anew}
      video={video}
      clock={clock}
      range={tool === 'clip' ? selection : undefined}
      onHelp={openSheet}
      onFailure={onFailure}
    >
      {tool === 'clip' && (
        <ClipTool video={video} clock={clock} times={times} onTimes={setTimes} selection={selection} onClose={close} />
      )}
      {tool === 'screenshot' && <ScreenshotTool video={video} clock={clock} onClose={close} />}
    </Player>
  ) : (
    <NotPlayable video={video} />
  );
  const can = useCan();
  const { membership_expired: expired } = useMember();
  const tools = video.playable && (
    <>
      {can('edit') && (
        <ToolButton
          icon={<Scissors aria-hidden />}
          open={tool === 'clip'}
          onClick={() => {
            // Users who came from a search get the sentences around the words.
            propose(clock.now(), words === '' ? undefined : sentencesAround(webvttCues(video.vtt), clock.now()));
            setTool(tool === 'clip' ? undefined : 'clip');
          }}
        >
          Clip
        </ToolButton>
      )}
      {video.kind === 'video' && can('edit') && (
        <ToolButton
          icon={<Camera aria-hidden />}
          open={tool === 'screenshot'}
          onClick={() => setTool(tool === 'screenshot' ? undefined : 'screenshot')}
        >
          Screenshot
        </ToolButton>
      )}
      {can('publish') && (
        <ToolButton icon={<Share2 aria-hidden />} onClick={() => setSharing({})}>
          Share
        </ToolButton>
      )}
      {video.vtt !== '' && can('ask') && (
        <ToolButton icon={<MessageCircleQuestion aria-hidden />} onClick={prompts.ask}>
          Ask
        </ToolButton>
      )}
    </>
  );
  const head = <VideoHead video={video} trouble={trouble} tools={tools} />;
  const panel = (widths: ReactNode) => (
    <TranscriptPanel
      video={video}
      clock={clock}
      ownScroll={wide}
      under={under}
      // A new search result from elsewhere replaces the search here.
      key={address}
      words={words}
      opens={opens}
      from={at}
      menu={<PanelSettings prompts={video.vtt !== '' && can('curate') && prompts.settings} widths={widths} />}
      questions={
        can('ask') &&
        !expired &&
        ((stay) => (
          <AskRecording
            videoId={video.id}
            // The line that plays would take the place of the answer.
            onAsk={() => {
              if (!wide && clock.element()?.paused === false) stay();
            }}
            onPlay={(seconds) => {
              if (!wide) stay();
              clock.seek(seconds, true);
            }}
            fallback={<div className="h-13.25" />}
          />
        ))
      }
      remedy={needsCaptions(video) && <AddCaptions passthrough={video.id} />}
      slideActions={<SlideDownloads passthrough={video.id} />}
      hint={hint('words')}
      chapterEntries={video.vtt === '' ? undefined : prompts.entries}
    />
  );

  const hint = (name: 'chapters' | 'words' | 'edits') => video.sample && video.playable && <SampleHint name={name} />;

  const canShare = video.playable && can('publish');
  const cutOut =
    video.playable && can('edit')
      ? (start: number, end: number): void => {
          take({ start, end });
          setTool('clip');
        }
      : undefined;

  return (
    <Tools cutOut={cutOut} sharePart={canShare ? setSharing : undefined} highlighting={highlighting}>
      <SplitView
        wide={wide}
        stage={
          <>
            <div
              className={
                wide
                  ? 'mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 p-6 pb-12 [@media(height<30rem)]:pt-2'
                  : 'contents'
              }
            >
              <div
                ref={stage}
                {...(pinned ? { 'data-pinned': true } : {})}
                className={clsx(!wide && 'border-b border-line', pinned && 'sticky top-(--header) z-20')}
              >
                {player}
              </div>
              {!wide && !pinned && video.playable && (
                <PlayingBar player={stage} chapters={video.chapters} clock={clock} under={header} />
              )}
              <div className={wide ? 'contents' : 'grid gap-5 p-4'}>
                {hint('chapters')}
                {head}
                {hint('edits')}
                <MarkingNote video={video} />
                <NarrowDisclosure wide={wide} title="About this video">
                  <RecordingAbout video={video} clock={clock} giveLink={giveLink} />
                </NarrowDisclosure>
              </div>
            </div>
            {/* Its edges stand under those of the recording. */}
            {wide && <div className="mt-auto [&>footer>div]:max-w-5xl">{footer}</div>}
          </>
        }
        panel={panel}
      />
      {!wide && footer}
      {sheet}
      {prompts.dialog}
      {highlightsDialog}
      {sharing && (
        <ShareDialog
          video={video}
          wanted={sharing}
          onClose={() => setSharing(undefined)}
          onCopyMoment={() => void copyMoment(clock.now())}
        />
      )}
    </Tools>
  );
}

type ToolsProps = {
  cutOut: ContextType<typeof ClipToolContext>;
  sharePart: ContextType<typeof SharePart>;
  highlighting: ContextType<typeof Highlighting>;
  children: ReactNode;
};

/** Gives what stands beside the recording the tools that work on a part of it. */
const Tools = ({ cutOut, sharePart, highlighting, children }: ToolsProps) => (
  <ClipToolContext value={cutOut}>
    <SharePart value={sharePart}>
      <Highlighting value={highlighting}>{children}</Highlighting>
    </SharePart>
  </ClipToolContext>
);
