import { Play, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { Button } from './button.tsx';
import { leavesFocus } from './focus-place.ts';
import { IconButton } from './icon-button.tsx';

type AnswerProps<Citation> = {
  question: string;
  answer:
    | {
        remark: string;
        sentences: readonly { text: string; citations: readonly number[] }[];
        citations: readonly Citation[];
      }
    | undefined;
  /** Stands for an answer that is not there. */
  instead: ReactNode;
  /** Where words of a citation stand, and how they are played. */
  place: (citation: Citation, n: number) => ReactNode;
  onClose: () => void;
};

/** The answer to a question: sentences with the numbers of what they rest on, and those words. */
export function Answer<Citation extends { text: string }>({
  question,
  answer,
  instead,
  place,
  onClose,
}: AnswerProps<Citation>) {
  const id = useId();
  const hasSentences = answer !== undefined && answer.sentences.length > 0;
  return (
    <section ref={leavesFocus} aria-labelledby={`${id}-title`} className="grid grid-cols-1 gap-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id={`${id}-title`} className="line-clamp-3 min-w-0 text-lg break-words">
          {question}
        </h2>
        <IconButton label="Close the answer" icon={<X aria-hidden className="size-4" />} onClick={onClose} />
      </div>
      <div aria-live="polite" className="grid grid-cols-1 gap-4">
        {answer ? (
          <>
            {hasSentences && (
              <p className="leading-relaxed break-words">
                {answer.sentences.map(({ text, citations }) => (
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
            <p className="text-sm text-soft">{answer.remark}</p>
          </>
        ) : (
          instead
        )}
      </div>
      {answer && answer.citations.length > 0 && (
        <ol className="grid grid-cols-1 gap-5">
          {answer.citations.map((citation, n) => (
            <li key={n} id={`${id}-${n + 1}`} className="grid scroll-mt-20 grid-cols-1 gap-2">
              <blockquote className="border-s-2 border-line ps-4 font-serif text-[1.0625rem] leading-relaxed break-words italic">
                {citation.text}
              </blockquote>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
                {hasSentences && <span>[{n + 1}]</span>}
                {place(citation, n)}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

export const PlayFrom = ({ start, onPlay }: { start: number; onPlay: () => void }) => (
  <Button look="quiet" size="sm" onClick={onPlay}>
    <Play aria-hidden />
    Play from {formatTimecode(start)}
  </Button>
);
