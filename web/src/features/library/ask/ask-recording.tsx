import { longestPrompt } from '@lectern/contract/rules/prompts';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Awaited } from '../../../ui/page-placeholder.tsx';

const LibraryAnswer = lazyPart(() => import('./library-answer.tsx'));

type AskRecordingProps = {
  videoId: string;
  /** When a question is written, and when it is asked. */
  onAsk: () => void;
  onPlay: (seconds: number) => void;
};

/** Asks one recording, beside its transcript; quotes play it. */
export default function AskRecording({ videoId, onAsk, onPlay }: AskRecordingProps) {
  const [text, setText] = useState('');
  const [question, setQuestion] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const wanted = text.trim();
  return (
    <div className="grid grid-cols-1 gap-3 border-b border-line px-4 py-2">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted === '') return;
          onAsk();
          setQuestion(wanted);
          // The answer comes below it.
          const { current: field } = input;
          const isLow = field!.getBoundingClientRect().bottom > innerHeight * 0.6;
          field!.scrollIntoView({ block: isLow ? 'start' : 'nearest' });
        }}
      >
        <input
          type="text"
          aria-label="Ask this recording"
          placeholder="Ask this recording"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={longestPrompt}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onFocus={() => {
            LibraryAnswer.fetch();
            onAsk();
          }}
          ref={input}
          // Under the search, which stays in sight.
          className="h-9 min-w-0 scroll-mt-[calc(var(--pinned)+4.5rem)] flex-1 rounded-md border border-edge bg-surface px-2.5 text-sm placeholder:text-soft hover:border-ink focus-visible:outline-offset-0"
        />
        <Button
          type="submit"
          look="secondary"
          size="sm"
          aria-label="Ask the question"
          className="h-9"
          disabled={wanted === ''}
        >
          Ask
        </Button>
      </form>
      {question !== '' && (
        <div className="max-h-[min(26rem,50vh)] overflow-y-auto overscroll-contain pb-2">
          <LibraryAnswer
            key={question}
            question={question}
            missing={<Awaited>{null}</Awaited>}
            recording={{ id: videoId, onPlay }}
            onEnd={() => {
              setQuestion('');
              setText('');
            }}
          />
        </div>
      )}
    </div>
  );
}
