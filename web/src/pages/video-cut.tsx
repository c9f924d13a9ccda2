import { hasErrorCode } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { clipLinkLifetime } from '@lectern/contract/rules/clip-range';
import { formatExactTimecode, parseExactTimecode } from '@lectern/contract/rules/timecode';
import { Share2 } from 'lucide-react';
import { useEffect, useState, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { fetchFile, getFileNameFromUrl, saveBlob, waitForClip } from '../features/playback/clips/cut-clip.ts';
import { useShareLink } from '../features/playback/watch-context.ts';
import { useAsset } from '../features/playback/use-asset.ts';
import { ClipStrip, ClipWords } from '../player/clip-strip.tsx';
import { call, failureText, isFinal } from '../session/call.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { leavesFocus } from '../ui/focus-place.ts';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { toast } from '../ui/toast.tsx';
import { Field } from '../ui/field.tsx';

/** Loaded when the clip is shared. */
const ShareDialog = lazyPart(() => import('../features/publishing/shares/share-dialog.tsx'));

/** Cuts a clip and downloads it; opened in a tab of its own by the clip tool. */
export default function VideoCut() {
  usePageTitle('Your clip');
  const [query] = useSearchParams();
  const [openedAt] = useState(Date.now);
  const [attempt, setAttempt] = useState(0);
  const cut = {
    passthrough: query.get('passthrough') ?? '',
    timeIn: query.get('timein') ?? '',
    timeOut: query.get('timeout') ?? '',
  };
  const missing = cut.passthrough === '' || cut.timeIn === '' || cut.timeOut === '';
  // The link carries the moment it was made plus its lifetime; an absent or unreadable one is as old as can be.
  const expired = !(openedAt - Number(query.get('start') ?? 0) <= clipLinkLifetime);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-4 py-10 sm:px-6 sm:py-16">
      <div className="grid gap-1">
        <h1 className="text-3xl">Your clip</h1>
        {!missing && (
          <p className="text-soft tabular-nums">
            {cut.timeIn} to {cut.timeOut}
          </p>
        )}
      </div>
      {missing ? (
        <Notice kind="bad">there are missing parameters</Notice>
      ) : expired ? (
        <Notice kind="bad">This link is not available to cutting video.</Notice>
      ) : (
        <>
          <Cutting key={`${cut.timeIn} ${cut.timeOut} ${attempt}`} {...cut} onRetry={() => setAttempt(attempt + 1)} />
          <Adjusting key={`${cut.timeIn} ${cut.timeOut}`} {...cut} />
        </>
      )}
      {cut.passthrough !== '' && (
        <div>
          <ButtonLink look="secondary" to={`/asset/${cut.passthrough}`}>
            Back to the video
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Cuts usually take this long, in seconds: the bar nears its end and waits there for slower ones. */
const usualTime = 8;

type Clip = { passthrough: string; timeIn: string; timeOut: string };

type State = { kind: 'cutting' } | { kind: 'done'; file: Blob; name: string } | { kind: 'failed'; error: unknown };
type CuttingProps = Clip & { onRetry: () => void };

/** Whether asking again may help: what is missing may be there by then. */
const mayHelp = (error: unknown): boolean =>
  !isFinal(error) || hasErrorCode(error, 'not_ready', 'clips_unfinished', 'stopped');

function Cutting({ passthrough, timeIn, timeOut, onRetry }: CuttingProps) {
  const [state, setState] = useState<State>({ kind: 'cutting' });

  useEffect(() => {
    const abort = new AbortController();
    const run = async (): Promise<void> => {
      const { signal } = abort;
      const { data: address } = (await call(clipRoutes.cut, { passthrough, timeIn, timeOut }, { signal })).data;
      toast.success('Created clip successful. It may take a moment before it starts to download.');
      await waitForClip(address, signal);
      const file = await fetchFile(address, signal);
      saveBlob(file, getFileNameFromUrl(address));
      setState({ kind: 'done', file, name: getFileNameFromUrl(address) });
    };
    run().catch((error: unknown) => {
      if (!abort.signal.aborted) setState({ kind: 'failed', error });
    });
    return () => abort.abort();
  }, [passthrough, timeIn, timeOut]);

  if (state.kind === 'done')
    return (
      <ClipResult file={state.file} name={state.name}>
        <Sharing passthrough={passthrough} timeIn={timeIn} timeOut={timeOut} />
      </ClipResult>
    );
  if (state.kind === 'cutting') return <Progress />;
  return (
    <div ref={leavesFocus} className="grid gap-6">
      <Notice kind="bad">{failureText(state.error, 'Error to cut video')}</Notice>
      {mayHelp(state.error) && (
        <div>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}

function Sharing({ passthrough, timeIn, timeOut }: Clip) {
  const [open, setOpen] = useState(false);
  const { data: video } = useAsset(passthrough);
  const { copyMoment } = useShareLink(`/asset/${passthrough}`);
  const [start, end] = [parseExactTimecode(timeIn), parseExactTimecode(timeOut)];
  if (!video || start === undefined || end === undefined) return null;
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        <Share2 aria-hidden /> Share clip
      </Button>
      {open && (
        <ShareDialog
          video={video}
          wanted={{ start, end }}
          onClose={() => setOpen(false)}
          onCopyMoment={() => void copyMoment(start)}
        />
      )}
    </>
  );
}

function Progress() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium">
        Cutting your clip …
      </p>
      <ProgressBar value={1 - Math.exp(-seconds / usualTime)} label="Cutting the clip" text={`${seconds} s`} />
      <p className="text-soft">It may take up to five minutes. The download starts automatically.</p>
    </div>
  );
}

function Adjusting({ passthrough, timeIn, timeOut }: Clip) {
  const { data: video } = useAsset(passthrough);
  const [, setQuery] = useSearchParams();
  const asked = { start: parseExactTimecode(timeIn) ?? 0, end: parseExactTimecode(timeOut) ?? 0 };
  const [part, setPart] = useState(asked);
  if (!video || asked.end <= asked.start) return null;
  const changed = part.start !== asked.start || part.end !== asked.end;
  const cutAgain = (): void =>
    setQuery({
      passthrough,
      timein: formatExactTimecode(part.start),
      timeout: formatExactTimecode(part.end),
      start: String(Date.now() + clipLinkLifetime),
    });
  return (
    <section aria-labelledby="adjust" className="grid gap-3 border-t border-line pt-6">
      <h2 id="adjust" className="text-xl">
        Not quite right?
      </h2>
      <p className="text-sm text-soft">
        Drag the ends, or move them with the arrow keys: a tenth of a second each, or a full second with Shift.
      </p>
      <ClipStrip value={part} onChange={setPart} duration={video.duration} storyboard={video.storyboard} />
      <ClipWords vtt={video.vtt} start={part.start} end={part.end} />
      <div>
        <Button look="secondary" disabled={!changed} onClick={cutAgain}>
          Cut this clip
        </Button>
      </div>
    </section>
  );
}

/** Ending of a clip's file name, after its title. */
const nameEnding = /\.(?:mp4|m4a)$/;

type ClipResultProps = {
  file: Blob;
  name: string;
  children?: ReactNode;
};

/** The clip itself, to be watched and to be downloaded again under a name of one's own. */
function ClipResult({ file, name, children }: ClipResultProps) {
  const [ending = ''] = nameEnding.exec(name) ?? [];
  const [title, setTitle] = useState(name.slice(0, name.length - ending.length));
  const screen = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (screen.current) screen.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return (
    <>
      <Notice kind="good">✅ Your edited video has downloaded successfully.</Notice>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words stand below */}
      <video ref={screen} controls aria-label="Your clip" className="aspect-video w-full rounded-lg bg-black" />
      <div className="flex flex-wrap items-end gap-3">
        <form
          className="flex min-w-0 flex-1 basis-80 flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            saveBlob(file, `${title.trim() || 'clip'}${ending}`);
          }}
        >
          <div className="min-w-0 flex-1 basis-64">
            <Field label="File name" value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
          </div>
          <Button type="submit" look="secondary">
            Download again
          </Button>
        </form>
        {/* Not in the form: what is sent in a dialog of theirs would be sent here, too. */}
        {children}
      </div>
    </>
  );
}
