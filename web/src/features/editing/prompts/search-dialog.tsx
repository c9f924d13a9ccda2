import { longestPrompt } from '@lectern/contract/rules/prompts';
import { type Citation, promptRoutes, type SearchAnswer } from '@lectern/contract/editing/prompts';
import { shortText } from '@lectern/contract/rules/short-text';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { Chapter, VideoDetail } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { PlayerClock } from '../../../player/clock.ts';
import { call, failureText, isAnnounced } from '../../../session/call.ts';
import { videoKey } from '../../../session/video-cache.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { question, useDraft } from '../../../ui/drafts.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../../../ui/use-form-submit.tsx';

type SearchDialogProps = {
  video: VideoDetail;
  chapter: Chapter | undefined;
  clock: PlayerClock;
  onClose: () => void;
};

export default function SearchDialog({ video, chapter, clock, onClose }: SearchDialogProps) {
  const draft = useDraft(chapter ? `${question} to chapter ${chapter.id}` : question);
  const [prompt, setPrompt] = useState(draft.left?.text ?? '');
  const [answer, setAnswer] = useState<SearchAnswer>();
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({
    complain,
    wordsOf: (cause) => (isAnnounced(cause) ? undefined : failureText(cause, 'Error on the server')),
    undone: 'Your question was not answered.',
  });
  const queries = useQueryClient();

  const ask = async (): Promise<void> => {
    const asked = { passthrough: video.id, prompt: prompt.trim(), ...(chapter ? { start: chapter.start } : {}) };
    setAnswer((await call(promptRoutes.search, asked)).data);
    draft.drop(prompt);
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
    if (!chapter) return;
    // The chapter keeps the answer.
    toast.success('Updated custom search summary prompt successfully');
    void queries.invalidateQueries({ queryKey: videoKey(video.uploadId) });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (prompt.trim().length > shortText) void send(ask);
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="AI search"
      description={chapter ? `In the chapter “${chapter.title}”.` : 'In the whole recording.'}
    >
      <form id="question" onSubmit={submit} className="grid gap-4">
        {complaint}
        <TextField
          label="Your question"
          hint="For example: what did customers say about pricing?"
          maxLength={longestPrompt}
          value={prompt}
          onChange={({ target: { value } }) => {
            setPrompt(value);
            if (value.trim() === '') draft.drop();
            else draft.write(value, '');
          }}
          className="min-h-20"
        />
        <FormActions>
          <Button type="submit" form="question" busy={busy} disabled={prompt.trim().length <= shortText}>
            Ask
          </Button>
        </FormActions>
      </form>
      <div aria-live="polite" className="pt-5 empty:hidden">
        {answer && (
          <Answer
            key={answer.user_message}
            answer={answer}
            onPlay={(start) => {
              onClose();
              clock.seek(start, true);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

type AnswerProps = { answer: SearchAnswer; onPlay: (start: number) => void };

function Answer({ answer, onPlay }: AnswerProps) {
  const { message, system_message, user_message, remark, extractive, citations } = answer;
  const section = useRef<HTMLElement>(null);
  // Under the question there is no room for it on a phone.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section ref={section} aria-labelledby="answer" className="grid gap-4 border-t border-line pt-5">
      <h3 id="answer" className="text-lg">
        AI Search Results Below
      </h3>
      <p className="text-sm text-soft">{remark}</p>
      <Message name="Message sent">{message}</Message>
      <Message name="System message">{system_message}</Message>
      <Message name="User message">{user_message}</Message>
      <h4 className="eyebrow font-sans">Final answer</h4>
      {(!extractive || citations.length === 0) && (
        <p className="break-words whitespace-pre-wrap leading-relaxed">{answer.answer}</p>
      )}
      {!extractive && citations.length > 0 && <h4 className="eyebrow font-sans">It rests on</h4>}
      {citations.length > 0 && <Moments citations={citations} onPlay={onPlay} />}
    </section>
  );
}

function Moments({ citations, onPlay }: { citations: readonly Citation[]; onPlay: (start: number) => void }) {
  return (
    <ol className="grid gap-4">
      {citations.map(({ start, text }) => (
        <li key={`${start} ${text}`} className="grid gap-1 border-s-2 border-line ps-4">
          <p className="font-serif text-[1.0625rem] leading-relaxed italic">{text}</p>
          <Button look="quiet" size="sm" className="-ms-3 justify-self-start" onClick={() => onPlay(start)}>
            <Play aria-hidden />
            Play from {formatTimecode(start)}
          </Button>
        </li>
      ))}
    </ol>
  );
}

/** Shows the messages to the model, folded: they come before the answer and few readers want them. */
function Message({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer text-soft">{name}</summary>
      <p className="pt-1 break-words whitespace-pre-wrap">{children}</p>
    </details>
  );
}
