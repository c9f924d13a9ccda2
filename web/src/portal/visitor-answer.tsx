import type { PortalAnswer, PortalCitation } from '@lectern/contract/library/ask';
import type { SignedPlaybackId } from '@lectern/contract/playback/playback';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { useEffect, useState } from 'react';
import PlayedQuote from '../player/played-quote.tsx';
import { Answer, PlayFrom } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorText } from '../ui/notice.tsx';
import { askPortal, PortalRefusal, signPlayback } from './portal-host.ts';

export type VisitorAnswerProps = { token: string; question: string; onClose: () => void };

/** The answer to a visitor, with quotes that play in their place. */
export function VisitorAnswer(props: VisitorAnswerProps) {
  const [tries, setTries] = useState(0);
  return <Try key={tries} {...props} onAgain={() => setTries(tries + 1)} />;
}

function Try({ token, question, onClose, onAgain }: VisitorAnswerProps & { onAgain: () => void }) {
  const [answer, setAnswer] = useState<PortalAnswer>();
  const [failure, setFailure] = useState<{ text: string; isFinal: boolean }>();
  useEffect(() => {
    const control = new AbortController();
    askPortal(token, question, control.signal).then(setAnswer, (error: unknown) => {
      if (control.signal.aborted) return;
      const refusal = error instanceof PortalRefusal ? error : undefined;
      const text = refusal?.message || 'The answer cannot be reached. Please try again in a moment.';
      setFailure({ text, isFinal: refusal?.isFinal ?? false });
    });
    return () => control.abort();
  }, [token, question]);
  return (
    <Answer
      question={question}
      answer={answer}
      instead={
        failure === undefined ? (
          <p className="text-soft">Looking through the webinars …</p>
        ) : (
          <div className="grid justify-items-start gap-3">
            <ErrorText text={failure.text} />
            {!failure.isFinal && (
              <Button look="secondary" size="sm" onClick={onAgain}>
                Try again
              </Button>
            )}
          </div>
        )
      }
      place={(citation) => <InPortal token={token} citation={citation} />}
      onClose={onClose}
    />
  );
}

function InPortal({ token, citation }: { token: string; citation: PortalCitation }) {
  const { key, title, chapter, start } = citation;
  const [playbackId, setPlaybackId] = useState<SignedPlaybackId>();
  const [isMissing, setMissing] = useState(false);
  const play = (): void => {
    setMissing(false);
    signPlayback(token, key).then(setPlaybackId, () => setMissing(true));
  };
  return (
    <>
      <a href={portalPaths.watch(token, key, start)} className="min-w-0 break-words text-accent underline">
        {title}
      </a>
      {chapter !== null && <span className="min-w-0 break-words">{chapter}</span>}
      {playbackId === undefined ? (
        <PlayFrom start={start} onPlay={play} />
      ) : (
        <PlayedQuote playbackId={playbackId} start={start} title={title} />
      )}
      <ErrorText text={isMissing && 'The recording cannot be reached. Please try again in a moment.'} />
    </>
  );
}
