import { CallError } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/clips';
import { clipLinkLifetime } from '@lectern/contract/rules/clip-range';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { saveFile, whenCut } from '../features/clips/cut-clip.ts';
import { call, failureText } from '../session/call.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { toast } from '../ui/toast.tsx';

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
        <Cutting key={attempt} {...cut} onRetry={() => setAttempt(attempt + 1)} />
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

type State = { kind: 'cutting' } | { kind: 'done'; address: string } | { kind: 'failed'; text: string };
type CuttingProps = { passthrough: string; timeIn: string; timeOut: string; onRetry: () => void };

const textOf = (error: unknown): string => failureText(error, 'Error to cut video');

function Cutting({ passthrough, timeIn, timeOut, onRetry }: CuttingProps) {
  const [state, setState] = useState<State>({ kind: 'cutting' });

  useEffect(() => {
    const abort = new AbortController();
    const run = async (): Promise<void> => {
      const { signal } = abort;
      const { data: address } = (await call(clipRoutes.cut, { passthrough, timeIn, timeOut }, { signal })).data;
      toast.success('Created clip successful. It may take a moment before it starts to download.');
      await whenCut(address, signal);
      await saveFile(address, signal);
      setState({ kind: 'done', address });
    };
    run().catch((error: unknown) => {
      if (!abort.signal.aborted) setState({ kind: 'failed', text: textOf(error) });
    });
    return () => abort.abort();
  }, [passthrough, timeIn, timeOut]);

  if (state.kind === 'done') return <Done address={state.address} />;
  if (state.kind === 'cutting') return <Progress />;
  return (
    <>
      <Notice kind="bad">{state.text}</Notice>
      <div>
        <Button onClick={onRetry}>Try again</Button>
      </div>
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
      <p className="text-soft">It may take up to five minutes. The download starts by itself.</p>
    </div>
  );
}

function Done({ address }: { address: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const again = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await saveFile(address, new AbortController().signal);
    } catch (error) {
      const isGone = error instanceof CallError && (error.status === 404 || error.status === 410);
      setProblem(
        isGone
          ? 'This download is not there any more. Cut the clip again on the video’s page.'
          : failureText(error, 'The download did not work. Please try again.'),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Notice kind="good">✅ Your edited video has downloaded successfully.</Notice>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <div>
        <Button look="secondary" busy={busy} onClick={() => void again()}>
          Download again
        </Button>
      </div>
    </>
  );
}
