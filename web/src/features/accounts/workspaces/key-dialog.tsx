import { apiKeyRoutes, keyDays } from '@lectern/contract/accounts/api-keys';
import { type Scope, scopesFor } from '@lectern/contract/rules/scopes';
import { useState } from 'react';
import { call } from '../../../session/call.ts';
import { useMember } from '../../../session/stored-session.ts';
import { Choices } from '../../../ui/choices.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { invalid, useSubmit } from '../submit-form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { daysOptions } from './key-scopes.ts';
import { ScopeChoices } from './scope-choices.tsx';

type KeyDialogProps = {
  onClose: () => void;
  onCreated: (key: string) => void;
};

/** Asks for what a new key is, and until when. */
export function KeyDialog({ onClose, onCreated }: KeyDialogProps) {
  const offered = scopesFor(useMember().workspace?.rights ?? {});
  const isManager = offered.includes('manage');
  const [kind, setKind] = useState<'person' | 'workspace'>('person');
  const [chosen, setChosen] = useState<readonly Scope[]>(['read']);
  const shown = kind === 'workspace' ? offered : offered.filter((scope) => scope !== 'manage');
  const submission = useSubmit(async ({ name = '', days = '' }) => {
    if (!name.trim()) throw invalid('Please give the key a name, such as the program that uses it.', 'name');
    const scopes = shown.filter((scope) => chosen.includes(scope));
    if (scopes.length === 0) throw invalid('Please choose at least one thing that the key may do.');
    const wish = { name, kind, scopes, days: keyDays.find((each) => String(each ?? '') === days) ?? null };
    onCreated((await call(apiKeyRoutes.create, wish)).key);
  });
  return (
    <FormDialog
      guards
      onClose={onClose}
      submission={submission}
      title="Create a key"
      description="A program with this key calls the API as you, in this workspace, and does no more than your role allows. The key ends when you leave."
      verb="Create"
    >
      <Field name="name" label="Name" placeholder="Nightly upload" maxLength={100} autoComplete="off" />
      {isManager && (
        <Choices
          legend="Kind"
          value={kind}
          onChange={setKind}
          choices={[
            { value: 'person', name: 'My own key', facts: 'For your own scripts and tools' },
            {
              value: 'workspace',
              name: 'Key of the workspace',
              facts: 'For a tool of the team, which may also manage people and settings',
            },
          ]}
        />
      )}
      <ScopeChoices offered={shown} chosen={chosen} onChange={setChosen} />
      <SelectField name="days" label="Ends after" options={daysOptions} defaultValue={90} />
    </FormDialog>
  );
}
