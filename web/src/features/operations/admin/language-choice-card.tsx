import {
  type LanguageChoice,
  languageChoiceRoutes,
  type OfferedModel,
} from '@lectern/contract/operations/language-choice';
import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { type FormEvent, useState } from 'react';
import { adminCall } from '../../../session/admin-call.ts';
import { failureText } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../../../ui/use-form-submit.tsx';

type LanguageChoiceCardProps = {
  model: OfferedModel;
  /** A choice that waits for its settings. */
  chosen: LanguageChoice | null;
  onChosen: () => void;
};

/** Asks who writes chapters and answers, and shows the settings of what was chosen until they are there. */
export function LanguageChoiceCard({ model, chosen, onChosen }: LanguageChoiceCardProps) {
  const [choice, setChoice] = useState<LanguageChoice>(chosen ?? 'builtin');
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({ complain, wordsOf: failureText, undone: 'The choice was not saved.' });
  const save = async (): Promise<void> => {
    const { msg } = await adminCall(languageChoiceRoutes.chooseLanguage, { choice });
    toast.success(msg);
    onChosen();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(save);
  };
  const settings = settingsFor(choice, model);
  return (
    <Card id="language-choice" heading="Language model" className="mt-6 p-6">
      <form onSubmit={submit} className="mt-3 grid gap-4">
        {complaint}
        {chosen !== null && (
          <p className="text-soft">Chosen, and waiting for its settings. Until then the built-in engine writes.</p>
        )}
        <Choices
          legend="Who writes chapters and answers?"
          value={choice}
          onChange={setChoice}
          choices={choicesFor(model)}
        />
        {settings && (
          <div className="grid gap-2">
            <p>{settings.how}</p>
            {settings.command !== undefined && (
              <CodeBlock code={settings.command} label="Command" verb="Copy command" />
            )}
            <CodeBlock code={settings.lines.join('\n')} label="Settings" verb="Copy settings" />
          </div>
        )}
        <FormActions>
          <Button type="submit" busy={busy}>
            {choice === 'builtin' ? 'Save, and ask no more' : 'Save'}
          </Button>
        </FormActions>
      </form>
    </Card>
  );
}

const choicesFor = ({ label, licence, disk, memory, machineMemory, lines }: OfferedModel) =>
  [
    {
      value: 'builtin',
      name: 'The built-in engine',
      facts: 'Costs nothing and works now. Finds chapters and quotes; its titles and texts are plain.',
    },
    {
      value: 'local',
      name: 'A model on this machine',
      facts: `Costs no money: ${formatBytes(disk)} of disk, ${formatBytes(memory)} of memory (this machine has ${formatBytes(machineMemory)}${lines.length > 0 ? '' : ', too little'}), and perhaps half an hour of work for an hour of speech. Writes titles, summaries and answers; nothing leaves the machine. ${label}, ${licence}.`,
      disabled: lines.length === 0,
    },
    {
      value: 'remote',
      name: 'An address with a key',
      facts:
        'Costs what its provider asks, for about 18,000 tokens an hour of speech. Writes titles, summaries and answers by the model of your choice; transcripts are sent there.',
    },
  ] as const;

/** Lines to set by hand, since a key belongs into no database. */
function settingsFor(
  choice: LanguageChoice,
  { lines: [command, ...lines] }: OfferedModel,
): { how: string; command?: string | undefined; lines: readonly string[] } | undefined {
  if (choice === 'builtin') return undefined;
  if (choice === 'local')
    return {
      how: 'Run the command where Lectern is installed, put the settings into its file .env or its environment, and restart it. The model is then fetched.',
      command,
      lines,
    };
  return {
    how: 'Put these lines, with your values, into the file .env or the environment of Lectern, and restart it.',
    lines: [
      'LANGUAGE_ENGINE=openai-compatible',
      'LANGUAGE_BASE_URL=https://api.example.org/v1',
      'LANGUAGE_MODEL=name-of-the-model',
      'LANGUAGE_API_KEY=your-key',
    ],
  };
}
