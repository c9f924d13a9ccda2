import { type Webhook, WebhookKind, webhookRoutes } from '@lectern/contract/operations/webhooks';
import { useState } from 'react';
import { call } from '../../../session/call.ts';
import { Checkbox, Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { invalid, useSubmit } from '../submit-form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { kindNames } from './webhook-kinds.ts';

type EndpointDialogProps = {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  /** `secret` of a new one. */
  onSaved: (secret: string | undefined) => void;
};

/** Asks where events are sent, and which. */
export function EndpointDialog({ webhook, onClose, onSaved }: EndpointDialogProps) {
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(webhook?.kinds ?? ['recording.ready']);
  const submission = useSubmit(async ({ url = '' }) => {
    if (!url.trim()) throw invalid('Please enter the address of your endpoint.', 'url');
    if (kinds.length === 0) throw invalid('Please choose at least one event.');
    const wish = { url: url.trim(), kinds: [...kinds] };
    if (!webhook) return onSaved((await call(webhookRoutes.create, wish)).secret);
    toast.success((await call(webhookRoutes.change, { id: webhook.id, ...wish })).msg);
    onSaved(undefined);
  });
  return (
    <FormDialog
      guards
      onClose={onClose}
      submission={submission}
      title={webhook ? 'Edit the endpoint' : 'Add an endpoint'}
      description="It must be public and begin with https. What is sent holds ids and titles, and nothing that was said."
      verb={webhook ? 'Save' : 'Add'}
    >
      <Field
        name="url"
        type="url"
        label="Address"
        placeholder="https://example.com/lectern"
        maxLength={2_000}
        autoComplete="off"
        defaultValue={webhook?.url}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">Events</legend>
        {WebhookKind.options.map((kind) => (
          <Checkbox
            key={kind}
            className="min-h-8 gap-3"
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              setKinds(target.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind))
            }
          >
            {kindNames[kind]}
          </Checkbox>
        ))}
      </fieldset>
    </FormDialog>
  );
}
