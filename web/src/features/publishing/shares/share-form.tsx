import type { ShareLink } from '@lectern/contract/publishing/shares';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { Link2 } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { day } from '@lectern/contract/rules/durations';
import { failureText, isAnnounced } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Field, SelectField } from '../../../ui/field.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useFormSubmit } from '../../../ui/use-form-submit.tsx';
import { wasCopied } from '../../../ui/was-copied.ts';
import { useCreateShare, clipName, isClip, type ShareContent } from './use-shares.ts';

type ShareFormProps = {
  video: VideoDetail;
  wanted: ShareContent;
  onMade: (share: ShareLink, copied: boolean) => void;
};

const whole = 'video';
const clip = 'clip';

/** Form for a new share link: its content, expiry and audience. */
export function ShareForm({ video, wanted, onMade }: ShareFormProps) {
  const createShare = useCreateShare(video.id);
  const [what, setWhat] = useState(isClip(wanted) ? clip : (wanted.chapter ?? whole));
  const [title, setTitle] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('ever');
  const [day, setDay] = useState('');
  const [password, setPassword] = useState('');
  const [transcript, setTranscript] = useState(true);
  const [refusal, setRefusal] = useState<string>();
  const { busy, send } = useFormSubmit({
    complain: setRefusal,
    wordsOf: (error) => (isAnnounced(error) ? 'No link was created.' : failureText(error)),
    undone: 'The link was not created.',
  });

  const make = (event: SyntheticEvent): void => {
    event.preventDefault();
    const ends = getLifetimeEnd(lifetime, day, new Date());
    const create = async (): Promise<void> => {
      const share = await createShare({
        ...(what === clip && isClip(wanted) ? { start: wanted.start, end: wanted.end, title } : {}),
        ...(what === clip || what === whole ? {} : { chapter: what }),
        ...(ends ? { ends_at: ends.toISOString() } : {}),
        ...(password === '' ? {} : { password }),
        shows_transcript: transcript,
      });
      setPassword('');
      onMade(share, await wasCopied(share.url));
    };
    void send(create);
  };

  return (
    <form id="share" onSubmit={make} className="grid gap-4">
      <SelectField
        label="What it shows"
        value={what}
        options={video.chapters.map(({ id, title }, n) => [id, `Chapter ${n + 1}: ${title}`])}
        onChange={({ target }) => setWhat(target.value)}
      >
        <option value={whole}>Whole recording</option>
        {isClip(wanted) && <option value={clip}>{clipName(wanted.start, wanted.end)}</option>}
      </SelectField>
      {what === clip && (
        <Field
          label="Title (optional)"
          maxLength={300}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          hint="Viewers read it over the clip."
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="It ends"
          value={lifetime}
          options={Object.entries(lifetimes)}
          onChange={({ target }) => setLifetime(target.value as Lifetime)}
        />
        {lifetime === 'day' && (
          <Field label="Last day" type="date" required value={day} onChange={({ target }) => setDay(target.value)} />
        )}
      </div>
      <Field
        label="Password (optional)"
        // It is to be passed on, and read for that.
        type="text"
        autoComplete="off"
        spellCheck={false}
        minLength={8}
        maxLength={200}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        hint="At least 8 characters. It is not shown again."
      />
      {video.vtt !== '' && (
        <Checkbox
          className="min-h-8 gap-3"
          checked={transcript}
          onChange={({ target }) => setTranscript(target.checked)}
        >
          Show the transcript (captions are in the player either way)
        </Checkbox>
      )}
      <div aria-live="polite">{refusal && <Notice kind="bad">{refusal}</Notice>}</div>
      <FormActions>
        <Button type="submit" form="share" busy={busy}>
          <Link2 aria-hidden />
          Create link
        </Button>
      </FormActions>
    </form>
  );
}

/** How long a link opens, and how that is called. */
const lifetimes = {
  ever: 'Never',
  1: 'In a day',
  7: 'In a week',
  30: 'In 30 days',
  day: 'After a day of your choice',
} as const;
type Lifetime = `${keyof typeof lifetimes}`;

/** When that is over; `date` (YYYY-MM-DD) with the end of that day where the reader is. Undefined: never. */
function getLifetimeEnd(lifetime: Lifetime, date: string, now: Date): Date | undefined {
  if (lifetime === 'ever') return undefined;
  if (lifetime !== 'day') return new Date(now.getTime() + Number(lifetime) * day);
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth, 23, 59, 59);
}
