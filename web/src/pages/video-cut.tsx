import { clipLinkLifetime } from '@lectern/contract/rules/clip-range';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Cut, saveFile, startCut, whenCut } from '../features/clips/cut-clip.ts';
import { failureText } from '../session/call.ts';
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
  const cut: Cut = {
    passthrough: query.get('passthrough') ?? '',
    timeIn: query.get('timein') ?? '',
    timeOut: query.get('timeout') ?? '',
  };
  const missing = cut.passthrough === '' || cut.timeIn === '' || cut.timeOut === '';
  // The link carries the moment it was made plus its lifetime; an absent one is as old as can be.
  const expired = !(openedAt - Number(query.get('start') ?? 0) <= clipLinkLifetime);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-4 py-10 sm:px-6">
      <h1 className="text-3xl">Your clip</h1>
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

function Cutting({ passthrough, timeIn, timeOut, onRetry }: Cut & { onRetry: () => void }) {
  const [seconds, setSeconds] = useState(0);
  const [state, setState] = useState<
    { kind: 'cutting' } | { kind: 'done'; address: string } | { kind: 'failed'; text: string }
  >({
    kind: 'cutting',
  });
  const cutting = state.kind === 'cutting';

  useEffect(() => {
    const abort = new AbortController();
    const run = async (): Promise<void> => {
      const address = await startCut({ passthrough, timeIn, timeOut });
      if (abort.signal.aborted) return;
      toast.success('Created clip successful. It may take a moment before it starts to download.');
      await whenCut(address, abort.signal);
      await saveFile(address, abort.signal);
      setState({ kind: 'done', address });
    };
    run().catch((error: unknown) => {
      if (!abort.signal.aborted) setState({ kind: 'failed', text: failureText(error, 'Error to cut video') });
    });
    return () => abort.abort();
  }, [passthrough, timeIn, timeOut]);

  useEffect(() => {
    if (!cutting) return;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [cutting]);

  if (state.kind === 'failed')
    return (
      <>
        <Notice kind="bad">{state.text}</Notice>
        <div>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      </>
    );
  if (state.kind === 'done')
    return (
      <>
        <Notice kind="good">✅ Your edited video has downloaded successfully.</Notice>
        <div>
          <Button look="secondary" onClick={() => void saveFile(state.address, new AbortController().signal)}>
            Download again
          </Button>
        </div>
      </>
    );
  return (
    <div className="grid gap-2">
      <p role="status">
        Cutting {timeIn} to {timeOut} …
      </p>
      <ProgressBar value={1 - Math.exp(-seconds / usualTime)} label="Cutting the clip" text={`${seconds} s`} />
      <p className="text-soft">It may take up to five minutes. The download starts by itself.</p>
    </div>
  );
}
