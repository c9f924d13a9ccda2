import type { Cue } from '@lectern/contract/transcripts/cue';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../../ui/use-form-submit.tsx';
import { groupCuesBySpeaker } from './speakers.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';
import { TextLink } from '../../ui/button-link.tsx';

type SpeakersDialogProps = {
  passthrough: string;
  cues: readonly Cue[];
  recognised: readonly string[];
  edits: TranscriptEdits;
  onClose: () => void;
};

export default function SpeakersDialog({ passthrough, cues, recognised, edits, onClose }: SpeakersDialogProps) {
  // As they were when the dialog opened: while it saves, two may have one name for a moment.
  const [speakers] = useState(() => groupCuesBySpeaker(cues));
  const [names, setNames] = useState(() => speakers.map(({ name }) => name));
  const { data: elsewhere } = useQuery({
    queryKey: ['speakers-elsewhere', passthrough],
    queryFn: async ({ signal }) => (await call(transcriptRoutes.speakersElsewhere, { passthrough }, { signal })).data,
  });
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({
    complain,
    wordsOf: (cause) =>
      isAnnounced(cause) ? undefined : failureText(cause, 'The names could not be saved. Please try again.'),
    undone: 'The names of the speakers were not saved.',
  });

  const save = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = names.map((name) => name.replace(/\s+/g, ' ').trim());
    if (wanted.includes('')) return complain('A speaker needs a name.');
    const rename = async (): Promise<void> => {
      const undos: (() => Promise<unknown>)[] = [];
      try {
        for (const [n, { name, cues: theirs }] of speakers.entries())
          if (wanted[n] !== name) undos.push(await edits.renameSpeaker(name, wanted[n]!, theirs));
      } catch (cause) {
        // Undoes changes saved before the failure: all names are saved or none.
        await takeBack(undos);
        throw cause;
      }
      if (undos.length > 0)
        toast.success('Saved the names of the speakers.', {
          action: { label: 'Undo', onClick: () => void takeBack(undos) },
        });
    };
    void send(rename, onClose);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      dirty={!busy && speakers.some(({ name }, n) => names[n] !== name)}
      title="Speakers"
      description={
        <>
          A name is changed everywhere in this recording.
          {elsewhere && elsewhere.length > 0 && (
            <>
              {' '}
              To change it in others too, add it to your <TextLink to="/asset/glossary">Glossary</TextLink>.
            </>
          )}
        </>
      }
      actions={<FormButtons form="speakers" busy={busy} />}
    >
      <form id="speakers" onSubmit={save} className="grid gap-4">
        {complaint}
        {speakers.map(({ name, cues: theirs }, n) => (
          <Field
            key={name}
            label={`Name of ${name}`}
            hint={[
              theirs.length === 1 ? 'One line' : `${theirs.length} lines`,
              ...(recognised.includes(name) ? ['Recognised by voice: change it if it is someone else'] : []),
              ...(elsewhere ?? []).filter((other) => other.name === name).map(alsoIn),
            ].join(' · ')}
            value={names[n]}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setNames(names.with(n, target.value))}
          />
        ))}
      </form>
    </Dialog>
  );
}

const alsoIn = ({ recordings }: { recordings: number }): string =>
  `Also in ${recordings === 1 ? 'one other recording' : `${recordings} other recordings`}`;

async function takeBack(undos: readonly (() => Promise<unknown>)[]): Promise<void> {
  try {
    for (const undo of undos.toReversed()) await undo();
  } catch (cause) {
    toast.error(failureText(cause));
  }
}
