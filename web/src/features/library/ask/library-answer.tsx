import { askRoutes, type LibraryCitation } from '@lectern/contract/library/ask';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { useQuery } from '@tanstack/react-query';
import { Play, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { attachStream } from '../../../player/attach-stream.ts';
import { call, failureText } from '../../../session/call.ts';
import { scopeOf, useMember } from '../../../session/stored-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageComing, Skeleton } from '../../../ui/page-placeholder.tsx';

type AnswerProps = { question: string; onClose: () => void };

export default function LibraryAnswer({ question, onClose }: AnswerProps) {
  const id = useId();
  const member = useMember();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ask', scopeOf(member), question],
    queryFn: async ({ signal }) => (await call(askRoutes.ask, { question }, { signal })).data,
    // Each time it is asked may cost tokens.
    staleTime: Infinity,
    retry: false,
  });
  const [playing, setPlaying] = useState<number>();
  return (
    <section aria-labelledby={`${id}-title`} className="mt-5 grid gap-4 rounded-lg border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 id={`${id}-title`} className="min-w-0 text-lg break-words">
          {question}
        </h2>
        <IconButton label="Close the answer" icon={<X aria-hidden className="size-4" />} onClick={onClose} />
      </div>
      <div aria-live="polite" className="grid gap-4">
        {data ? (
          <>
            {data.sentences.length > 0 && (
              <p className="leading-relaxed">
                {data.sentences.map(({ text, citations }) => (
                  <span key={text}>
                    {text}
                    {citations.map((n) => (
                      <a key={n} href={`#${id}-${n}`} aria-label={`Quote ${n}`} className="ms-1 text-sm text-accent">
                        [{n}]
                      </a>
                    ))}{' '}
                  </span>
                ))}
              </p>
            )}
            <p className="text-sm text-soft">{data.remark}</p>
          </>
        ) : error ? (
          <ErrorState
            text={failureText(error, 'Error on the server')}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <PageComing label="Looking through your recordings">
            <div className="grid gap-3">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-16" />
              <Skeleton className="h-16" />
            </div>
          </PageComing>
        )}
      </div>
      {data && data.citations.length > 0 && (
        <ol className="grid gap-5">
          {data.citations.map((citation, n) => (
            <li
              key={`${citation.upload_id} ${citation.start}`}
              id={`${id}-${n + 1}`}
              className="grid scroll-mt-20 gap-2"
            >
              <blockquote className="border-s-2 border-line ps-4 font-serif text-[1.0625rem] leading-relaxed break-words italic">
                {citation.text}
              </blockquote>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
                {data.sentences.length > 0 && <span>[{n + 1}]</span>}
                <Link
                  to={`/asset/${citation.upload_id}${buildStartTimeQuery(citation.start)}`}
                  className="min-w-0 break-words text-accent underline"
                >
                  {citation.title}
                </Link>
                {citation.chapter && <span className="min-w-0 break-words">{citation.chapter}</span>}
                {playing !== n && (
                  <Button look="quiet" size="sm" onClick={() => setPlaying(n)}>
                    <Play aria-hidden />
                    Play from {formatTimecode(citation.start)}
                  </Button>
                )}
              </p>
              {playing === n && <PlayedQuote citation={citation} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Plays a quote in its place, with captions. */
function PlayedQuote({ citation }: { citation: LibraryCitation }) {
  const { playback_id: playbackId, start, title } = citation;
  const element = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    video.focus();
    const begin = (): void => {
      video.currentTime = start;
      // A browser that does not let it begin by itself shows its play button.
      video.play().catch(() => undefined);
    };
    video.addEventListener('loadedmetadata', begin, { once: true });
    const detach = attachStream(video, mediaPaths.stream(playbackId), {
      isGrowing: false,
      onProblem: () => setFailed(true),
    });
    return () => {
      video.removeEventListener('loadedmetadata', begin);
      detach();
    };
  }, [playbackId, start]);
  return (
    <>
      <video
        ref={element}
        controls
        playsInline
        aria-label={`${title}, from ${formatTimecode(start)}`}
        className="aspect-video w-full max-w-2xl rounded-md bg-black"
      >
        <track kind="captions" label="Captions" src={mediaPaths.captions(playbackId)} />
      </video>
      {failed && <Notice kind="bad">The recording could not be played.</Notice>}
    </>
  );
}
