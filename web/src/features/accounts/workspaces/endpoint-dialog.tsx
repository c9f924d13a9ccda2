import { type Webhook, WebhookKind, webhookRoutes } from '@lectern/contract/operations/webhooks';
import { useState } from 'react';
import { call } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { Checkbox, Field } from '../../../ui/field.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { invalid, SubmitForm, useSubmit } from '../submit-form.tsx';
import { kindNames } from './webhook-kinds.ts';

type EndpointDialogProps = {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  /** `secret` of a new one. */
  onSaved: (secret: string | undefined) => void;
};

const formId = 'endpoint';

/** Asks where events are sent, and which. */
export function EndpointDialog({ webhook, onClose, onSaved }: EndpointDialogProps) {
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(webhook?.kinds ?? ['recording.ready']);
  const [written, setWritten] = useState(false);
  const submission = useSubmit(async ({ url = '' }) => {
    if (!url.trim()) throw invalid('Please enter the address of your endpoint.', 'url');
    if (kinds.length === 0) throw new Error('Please choose at least one event.');
    const wish = { url: url.trim(), kinds: [...kinds] };
    if (!webhook) return onSaved((await call(webhookRoutes.create, wish)).secret);
    toast.success((await call(webhookRoutes.change, { id: webhook.id, ...wish })).msg);
    onSaved(undefined);
  });
  return (
    <Dialog
      open
      onClose={onClose}
      held={submission.busy}
      dirty={written && !submission.busy}
      title={webhook ? 'Edit the endpoint' : 'Add an endpoint'}
      description="It must be public and begin with https. What is sent holds ids and titles, and nothing that was said."
    >
      <div onInput={() => setWritten(true)}>
        <SubmitForm id={formId} submission={submission}>
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
          <FormActions>
            <DialogCancel />
            <Button type="submit" form={formId} busy={submission.busy}>
              {webhook ? 'Save' : 'Add'}
            </Button>
          </FormActions>
        </SubmitForm>
      </div>
    </Dialog>
  );
}
