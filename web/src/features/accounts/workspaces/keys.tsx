import { type ApiKey, apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { appDays } from '@lectern/contract/accounts/oauth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../../session/call.ts';
import { NotLoaded } from '../../../session/not-loaded.tsx';
import { scopeOf, useMember } from '../../../session/stored-session.ts';
import { TextLink } from '../../../ui/button-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { dateInWords, momentInWords } from '../../../ui/date-in-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { leavesFocus } from '../../../ui/focus-place.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { AccountPanel } from '../panel.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { scopeTexts } from './key-scopes.ts';

/** Keys by which programs call the API: one's own and, for managers, everybody's. */
export default function Keys() {
  const queryKey = ['keys', scopeOf(useMember())];
  const list = useQuery({ queryKey, queryFn: async () => (await call(apiKeyRoutes.list, undefined)).data });
  const queries = useQueryClient();
  const { act, isDoing } = useSerialActions();
  const { ask, dialog } = useConfirm();
  const [error, setError] = useState<string>();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string>();
  if (!list.data) return <NotLoaded query={list} />;

  const refresh = () => queries.invalidateQueries({ queryKey });
  const revoke = async (key: ApiKey): Promise<void> => {
    const { id, name, kind } = key;
    const verb = verbToEnd(key);
    const isSure = await ask({
      title: `${verb} “${name}”?`,
      detail:
        kind === 'app'
          ? 'It is refused at once. To let it in again, connect it again in the app.'
          : 'Programs that use it are refused at once. This cannot be undone.',
      verb,
      danger: true,
    });
    if (!isSure) return;
    await act(id, async () => {
      setError(undefined);
      try {
        toast.success((await call(apiKeyRoutes.revoke, { id })).msg);
      } catch (cause) {
        if (!isAnnounced(cause)) setError(failureText(cause));
      }
      await refresh();
    });
  };
  const done = (): void => setCreated(undefined);

  return (
    <AccountPanel
      title="API keys"
      lead="With a key, a program of yours works here as you do, and does no more. So does an app that you connect."
    >
      {error && (
        <Notice kind="bad" className="mb-4">
          {error}
        </Notice>
      )}
      {list.data.length === 0 ? (
        <p className="text-soft">No key yet. Create one for a script, a tool or an agent.</p>
      ) : (
        <ul aria-label="API keys" className="divide-y divide-line border-y border-line">
          {list.data.map((key) => (
            <KeyRow key={key.id} apiKey={key} isBusy={isDoing(key.id)} onRevoke={() => void revoke(key)} />
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button onClick={() => setCreating(true)}>Create a key</Button>
        <TextLink to="/docs/api">API reference</TextLink>
      </div>
      {isCreating && (
        <KeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            void refresh();
            setCreating(false);
            setCreated(key);
          }}
        />
      )}
      {created !== undefined && (
        <Dialog
          open
          onClose={done}
          title="Your new key"
          description="Copy it now; it is not shown again. Whoever has it can call the API as you."
          actions={<Button onClick={done}>Done</Button>}
        >
          <CodeBlock label="API key" verb="Copy key" code={created} />
        </Dialog>
      )}
      {dialog}
    </AccountPanel>
  );
}

const verbToEnd = ({ kind }: ApiKey): string => (kind === 'app' ? 'Disconnect' : 'Revoke');

const endText = ({ kind, expires_at: end, has_expired: hasExpired }: ApiKey): string => {
  if (end === null) return 'Does not expire';
  if (kind === 'app')
    return `Ends after ${appDays.unused} days without use, at the latest on ${dateInWords(end, 'medium')}`;
  return `${hasExpired ? 'Expired on' : 'Ends on'} ${dateInWords(end, 'medium')}`;
};

const makerText = ({ kind, created_by: by, is_yours: isYours, created_at: at }: ApiKey): string =>
  `${kind === 'app' ? 'Connected' : 'Created'} by ${isYours ? 'you' : `${by.firstname} ${by.lastname}`} on ${dateInWords(at, 'medium')}`;

type KeyRowProps = { apiKey: ApiKey; isBusy: boolean; onRevoke: () => void };

function KeyRow({ apiKey, isBusy, onRevoke }: KeyRowProps) {
  const { name, prefix, client_id: client, kind, scopes, last_used_at: lastUsed, has_expired: hasExpired } = apiKey;
  const verb = verbToEnd(apiKey);
  return (
    <li ref={leavesFocus} className="grid gap-1 py-4 text-sm">
      <p className="font-medium break-words">{name}</p>
      <p className="text-soft">
        {client === null ? (
          <code className="break-all">{prefix}…</code>
        ) : (
          <span className="wrap-anywhere">App of {new URL(client).host}</span>
        )}
        {kind === 'workspace' && ' · Key of the workspace'}
      </p>
      <p className="text-soft">{scopes.map((scope) => scopeTexts[scope][0]).join(', ')}</p>
      <p className="text-soft">
        {makerText(apiKey)} · {lastUsed ? `Last used ${momentInWords(lastUsed)}` : 'Never used'}
      </p>
      <p className={hasExpired ? 'font-medium text-danger' : 'text-soft'}>{endText(apiKey)}</p>
      <div className="mt-1">
        <Button look="secondary" size="sm" aria-label={`${verb}: ${name}`} busy={isBusy} onClick={onRevoke}>
          {verb}
        </Button>
      </div>
    </li>
  );
}
