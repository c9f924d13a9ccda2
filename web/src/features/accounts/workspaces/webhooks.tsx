import { type Webhook, webhookRoutes } from '@lectern/contract/operations/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../../session/call.ts';
import { NotLoaded } from '../../../session/not-loaded.tsx';
import { scopeOf, useMember } from '../../../session/stored-session.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { momentInWords } from '../../../ui/date-in-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { leavesFocus } from '../../../ui/focus-place.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { AccountPanel } from '../panel.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { kindNames } from './webhook-kinds.ts';
import { WebhookLog } from './webhook-log.tsx';

type Opened = { dialog: 'add' } | { dialog: 'change' | 'log'; webhook: Webhook } | { dialog: 'secret'; secret: string };

const states: Readonly<Record<Webhook['state'], string>> = {
  active: 'Active',
  failing: 'Failing: what was sent last was not accepted, and is tried again',
  paused: 'Paused: nothing is sent until it is turned on',
};

/** Endpoints that are told of events in the workspace. */
export default function Webhooks() {
  const member = useMember();
  const queryKey = ['webhooks', scopeOf(member)];
  const list = useQuery({ queryKey, queryFn: async () => (await call(webhookRoutes.list, undefined)).data });
  const queries = useQueryClient();
  const { act, isDoing } = useSerialActions();
  const { ask, dialog } = useConfirm();
  const [error, setError] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  if (!list.data) return <NotLoaded query={list} />;

  const refresh = () => queries.invalidateQueries({ queryKey });
  const run = (name: string, work: () => Promise<string | undefined>): Promise<void> =>
    act(name, async () => {
      setError(undefined);
      try {
        const said = await work();
        if (said !== undefined) toast.success(said);
      } catch (cause) {
        if (!isAnnounced(cause)) setError(failureText(cause));
      }
      await refresh();
    });
  const close = (): void => setOpened(undefined);
  const actions = ({ id, url, state }: Webhook) => ({
    test: () => run(`test ${id}`, async () => (await call(webhookRoutes.test, { id })).msg),
    turn: () =>
      run(`turn ${id}`, async () => {
        await call(webhookRoutes.change, { id, state: state === 'paused' ? 'active' : 'paused' });
        return state === 'paused' ? 'Events are sent there again.' : 'Nothing is sent there until you turn it on.';
      }),
    rotate: async () => {
      const isSure = await ask({
        title: 'Make a new secret?',
        detail: 'The present one signs beside it for 24 hours more. Enter the new one in your endpoint until then.',
        verb: 'Make a new secret',
      });
      if (!isSure) return;
      await run(`rotate ${id}`, async () => {
        setOpened({ dialog: 'secret', secret: (await call(webhookRoutes.rotate, { id })).secret });
        return undefined;
      });
    },
    remove: async () => {
      const isSure = await ask({
        title: 'Remove this endpoint?',
        detail: `Nothing is sent to ${new URL(url).host} any more, and its log goes.`,
        verb: 'Remove',
        danger: true,
      });
      if (isSure) await run(`remove ${id}`, async () => (await call(webhookRoutes.remove, { id })).msg);
    },
  });

  return (
    <AccountPanel title="Webhooks" lead="Events of this workspace, pushed to endpoints of yours and signed.">
      {error && (
        <Notice kind="bad" className="mb-4">
          {error}
        </Notice>
      )}
      {list.data.length === 0 ? (
        <p className="text-soft">No endpoint yet. Tell your CRM when a recording is ready.</p>
      ) : (
        <ul aria-label="Endpoints" className="divide-y divide-line border-y border-line">
          {list.data.map((webhook) => (
            <EndpointRow
              key={webhook.id}
              webhook={webhook}
              actions={actions(webhook)}
              isDoing={(name) => isDoing(`${name} ${webhook.id}`)}
              onOpen={(which) => setOpened({ dialog: which, webhook })}
            />
          ))}
        </ul>
      )}
      <div className="mt-5">
        <Button onClick={() => setOpened({ dialog: 'add' })}>Add an endpoint</Button>
      </div>
      {(opened?.dialog === 'add' || opened?.dialog === 'change') && (
        <EndpointDialog
          webhook={opened.dialog === 'change' ? opened.webhook : undefined}
          onClose={close}
          onSaved={(secret) => {
            void refresh();
            setOpened(secret === undefined ? undefined : { dialog: 'secret', secret });
          }}
        />
      )}
      {opened?.dialog === 'log' && (
        <WebhookLog
          webhook={opened.webhook}
          onClose={() => {
            close();
            // Some of it may have been sent again.
            void refresh();
          }}
        />
      )}
      {opened?.dialog === 'secret' && (
        <Dialog
          open
          onClose={close}
          title="The secret of this endpoint"
          description="Copy it now; it is not shown again. With it your endpoint checks that an event comes from here (standardwebhooks.com)."
          actions={<Button onClick={close}>Done</Button>}
        >
          <CodeBlock label="Secret" verb="Copy secret" code={opened.secret} />
        </Dialog>
      )}
      {dialog}
    </AccountPanel>
  );
}

type EndpointRowProps = {
  webhook: Webhook;
  actions: Record<'test' | 'turn' | 'rotate' | 'remove', () => Promise<void>>;
  isDoing: (name: string) => boolean;
  onOpen: (which: 'change' | 'log') => void;
};

function EndpointRow({ webhook: { url, kinds, state, last }, actions, isDoing, onOpen }: EndpointRowProps) {
  const button = (words: string, work: () => void, name?: string) => (
    <Button
      look="secondary"
      size="sm"
      aria-label={`${words}: ${url}`}
      busy={name !== undefined && isDoing(name)}
      onClick={work}
    >
      {words}
    </Button>
  );
  return (
    <li ref={leavesFocus} className="grid gap-2 py-4 text-sm">
      <p className="font-medium wrap-anywhere">{url}</p>
      <p className="text-soft">{kinds.map((kind) => kindNames[kind]).join(', ')}</p>
      <p className={clsx(state === 'active' ? 'text-soft' : 'font-medium', state === 'failing' && 'text-danger')}>
        {states[state]}
      </p>
      <p className="text-soft">
        {last
          ? `Last sent ${momentInWords(last.at)}: ${last.status ? `answered ${last.status}` : 'no answer'}`
          : 'Nothing was sent yet.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {button('Log', () => onOpen('log'))}
        {button('Edit', () => onOpen('change'))}
        {button(state === 'paused' ? 'Turn on' : 'Pause', () => void actions.turn(), 'turn')}
        {button('New secret', () => void actions.rotate(), 'rotate')}
        {button('Remove', () => void actions.remove(), 'remove')}
        {/* The last one: when it goes, no other comes under the pointer. */}
        {state !== 'paused' && button('Send test', () => void actions.test(), 'test')}
      </div>
    </li>
  );
}
