import type { Portal } from '@lectern/contract/publishing/portal';
import { longestVisitorQuestion } from '@lectern/contract/rules/visitor-questions';
import { type ComponentType, useState } from 'react';
import { chunk } from '../ui/lazy-part.tsx';
import type { VisitorAnswerProps } from './visitor-answer.tsx';

/** Asks the webinars of a portal, and shows the answer under the question. Without scripts there is the search alone. */
export function Ask({ portal: { token } }: { portal: Portal }) {
  const [text, setText] = useState('');
  const [question, setQuestion] = useState('');
  const [Answer, setAnswer] = useState<ComponentType<VisitorAnswerProps>>();
  const [isMissing, setMissing] = useState(false);
  const wanted = text.trim();
  const ask = (): void => {
    if (wanted === '') return;
    setQuestion(wanted);
    setMissing(false);
    // Most visitors watch.
    chunk(() => import('./visitor-answer.tsx')).then(
      ({ VisitorAnswer }) => setAnswer(() => VisitorAnswer),
      () => setMissing(true),
    );
  };
  return (
    <div className="mx-auto hidden w-full max-w-7xl px-4 pt-3 sm:px-6 scripted:block">
      {/* No form: a sandboxed frame would not send it. */}
      <div className="flex max-w-xl gap-2">
        <input
          type="text"
          aria-label="Ask the webinars"
          placeholder="Ask the webinars a question"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={longestVisitorQuestion}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && ask()}
          className="h-11 min-w-0 flex-1 rounded-md border border-edge bg-surface px-3.5 text-base text-ellipsis text-ink placeholder:text-soft hover:border-ink focus-visible:outline-offset-0"
        />
        <button
          type="button"
          onClick={ask}
          disabled={wanted === ''}
          className="h-11 shrink-0 rounded-md border border-edge bg-surface px-4 text-sm font-medium hover:border-ink hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-55"
        >
          Ask
        </button>
      </div>
      {isMissing && (
        <p role="alert" className="pt-3 text-sm font-medium text-danger">
          The answer cannot be shown. Please check the connection and ask again.
        </p>
      )}
      {question !== '' && Answer && (
        <div className="mt-4 max-w-3xl rounded-lg border border-line bg-surface p-5">
          <Answer
            key={question}
            token={token}
            question={question}
            onClose={() => {
              setQuestion('');
              setText('');
            }}
          />
        </div>
      )}
    </div>
  );
}
