import { longestPrompt } from '@lectern/contract/rules/prompts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Awaited } from '../../../ui/page-placeholder.tsx';

const LibraryAnswer = lazyPart(() => import('./library-answer.tsx'));

/** Questions that were asked on this page: going back shows their answers, and a link alone asks and pays for nothing. */
const asked = new Set<string>();

/** Asks all recordings of the library. The question stands in the address. */
export default function AskLibrary() {
  const [query, setQuery] = useSearchParams();
  const question = query.get('ask') ?? '';
  const [text, setText] = useState(question);
  const [shown, setShown] = useState(question);
  if (question !== shown) {
    setShown(question);
    setText(question);
  }
  const wanted = text.trim();
  return (
    <div className="mb-8">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted === '') return;
          asked.add(wanted);
          setQuery(
            (before) => new URLSearchParams([...[...before].filter(([name]) => name !== 'ask'), ['ask', wanted]]),
          );
        }}
      >
        <div className="min-w-0 flex-1 basis-64">
          <Field
            label="Ask your library"
            placeholder="What did customers say about pricing?"
            enterKeyHint="go"
            maxLength={longestPrompt}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onFocus={LibraryAnswer.fetch}
          />
        </div>
        <Button type="submit" className="h-11" disabled={wanted === ''}>
          Ask
        </Button>
      </form>
      {question !== '' && asked.has(question) && (
        <div className="mt-5 rounded-lg border border-line bg-surface p-5">
          <LibraryAnswer
            key={question}
            question={question}
            missing={<Awaited>{null}</Awaited>}
            onEnd={() => {
              setText('');
              setQuery((before) => new URLSearchParams([...before].filter(([name]) => name !== 'ask')), {
                replace: true,
              });
            }}
          />
        </div>
      )}
    </div>
  );
}
