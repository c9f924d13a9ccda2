import { askRoutes, type LibraryCitation } from '@lectern/contract/library/ask';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import PlayedQuote from '../../../player/played-quote.tsx';
import { call } from '../../../session/call.ts';
import { Failure } from '../../../session/not-loaded.tsx';
import { scopeOf, useMember } from '../../../session/stored-session.ts';
import { Answer, PlayFrom } from '../../../ui/answer.tsx';
import { PageComing, Skeleton } from '../../../ui/page-placeholder.tsx';

type AnswerProps = {
  question: string;
  /** Plays a moment of the one recording that is asked; without it all of them are. */
  recording?: { id: string; onPlay: (seconds: number) => void };
  onEnd: () => void;
};

export default function LibraryAnswer({ question, recording, onEnd }: AnswerProps) {
  const member = useMember();
  const recordings = recording && [recording.id];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ask', scopeOf(member), question, recordings],
    queryFn: async ({ signal }) =>
      (await call(askRoutes.ask, { question, ...(recordings ? { recordings } : {}) }, { signal })).data,
    // Each time it is asked may cost tokens.
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Answer
      question={question}
      answer={data}
      instead={
        error ? (
          <Failure query={{ error, isFetching, refetch }} />
        ) : (
          <Looking label={recording ? 'Looking through this recording' : 'Looking through your recordings'} />
        )
      }
      place={(citation) =>
        recording ? (
          <>
            <Chapter title={citation.chapter} />
            <PlayFrom start={citation.start} onPlay={() => recording.onPlay(citation.start)} />
          </>
        ) : (
          <InLibrary citation={citation} />
        )
      }
      onClose={onEnd}
    />
  );
}

const Looking = ({ label }: { label: string }) => (
  <PageComing label={label}>
    <div className="grid gap-3">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  </PageComing>
);

const Chapter = ({ title }: { title: string | null }): ReactNode =>
  title !== null && <span className="min-w-0 break-words">{title}</span>;

/** The recording of a quote, which plays in its place. */
function InLibrary({
  citation: { upload_id: id, playback_id: playbackId, title, chapter, start },
}: {
  citation: LibraryCitation;
}) {
  const [isPlaying, setPlaying] = useState(false);
  return (
    <>
      <Link to={`/asset/${id}${buildStartTimeQuery(start)}`} className="min-w-0 break-words text-accent underline">
        {title}
      </Link>
      <Chapter title={chapter} />
      {isPlaying ? (
        <PlayedQuote playbackId={playbackId} start={start} title={title} />
      ) : (
        <PlayFrom start={start} onPlay={() => setPlaying(true)} />
      )}
    </>
  );
}
