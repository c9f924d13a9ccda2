import {
  type DomainRole,
  type WorkspaceDomain,
  workspaceDomainRoutes as routes,
} from '@lectern/contract/accounts/workspace-domains';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call, failureText } from '../../../session/call.ts';
import { NotLoaded } from '../../../session/not-loaded.tsx';
import { companyName, signInWays } from '../../../session/sign-in-ways.ts';
import { useMember } from '../../../session/stored-session.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { leavesFocus } from '../../../ui/focus-place.ts';
import { toast } from '../../../ui/toast.tsx';
import { useFormError } from '../../../ui/use-form-submit.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { AccountPanel } from '../panel.tsx';
import { roleNames } from '@lectern/contract/rules/rights';

const roleOptions = (['viewer', 'editor'] as const).map((role) => [role, roleNames[role]] as const);

const stateTexts: Readonly<Record<WorkspaceDomain['state'], string>> = {
  verified: 'Proved. People with an address of it join when they first sign in.',
  waiting: 'Not proved yet. Nobody joins before.',
  lost: 'The record is gone. Nobody joins any more; whoever has joined stays.',
};

const companyTexts = {
  everybody: `Everybody whom ${companyName} signs in is in this workspace.`,
  groups: `The groups of ${companyName} decide who is in this workspace, and their role.`,
  nobody: undefined,
} as const;

/** How people come into a workspace without an invitation. */
export default function SignOnSection() {
  const query = useQuery({
    queryKey: ['workspace-domains'],
    queryFn: async ({ signal }) => (await call(routes.domains, undefined, { signal })).data,
  });
  const { workspace } = useMember();
  const { act, isDoing } = useSerialActions();
  const [complaint, complain] = useFormError();
  const { ask, dialog } = useConfirm();
  const [role, setRole] = useState<DomainRole>('viewer');
  const { data, refetch } = query;
  if (!data) return <NotLoaded query={query} />;

  const change = (name: string, work: () => Promise<string | undefined>): Promise<void> =>
    act(name, async () => {
      complain();
      try {
        const said = await work();
        if (said !== undefined) toast.success(said);
      } catch (cause) {
        complain(failureText(cause));
      }
      await refetch();
    });
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const domain = String(new FormData(form).get('domain') ?? '');
    void change('add', async () => {
      await call(routes.addDomain, { domain, role });
      form.reset();
      return undefined;
    });
  };
  const remove = async ({ id, domain, state }: WorkspaceDomain): Promise<void> => {
    const agreed =
      state === 'waiting' ||
      (await ask({
        title: `Remove ${domain}?`,
        detail: 'Nobody joins by an address of it any more. Whoever has joined stays.',
        verb: 'Remove',
        danger: true,
      }));
    if (agreed) await change(id, async () => (await call(routes.removeDomain, { id })).msg);
  };
  const companyText = companyTexts[data.company];

  return (
    <AccountPanel
      title="Sign-on"
      lead="Prove that a domain is yours, and people with an email address of it join this workspace when they first sign in."
    >
      <div className="grid gap-6">
        {complaint}
        {companyText && <p className="text-sm">{companyText}</p>}
        {data.domains.length > 0 && (
          <ul aria-label="Domains" className="divide-y divide-line border-y border-line">
            {data.domains.map((row) => (
              <li key={row.id} ref={leavesFocus} className="grid gap-3 py-4">
                <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
                  <div className="min-w-0 text-sm">
                    <p className="font-medium break-all">{row.domain}</p>
                    <p className={row.state === 'lost' ? 'text-danger' : 'text-soft'}>{stateTexts[row.state]}</p>
                  </div>
                  <div className="flex flex-wrap items-end gap-2">
                    <SelectField
                      label={`Role of people of ${row.domain}`}
                      hideLabel
                      options={roleOptions}
                      value={row.role}
                      onChange={({ currentTarget: { value } }) =>
                        void change(row.id, async () => {
                          const { msg } = await call(routes.changeDomain, { id: row.id, role: value as DomainRole });
                          return msg;
                        })
                      }
                    />
                    {row.state !== 'verified' && (
                      <Button
                        aria-label={`Check ${row.domain}`}
                        busy={isDoing(row.id)}
                        onClick={() =>
                          void change(row.id, async () => (await call(routes.verifyDomain, { id: row.id })).msg)
                        }
                      >
                        Check
                      </Button>
                    )}
                    <Button
                      look="secondary"
                      aria-label={`Remove ${row.domain}`}
                      busy={isDoing(row.id)}
                      onClick={() => void remove(row)}
                    >
                      Remove
                    </Button>
                  </div>
                </div>
                {row.state !== 'verified' && (
                  <div className="grid gap-2 text-sm">
                    <p>Add this TXT record to the DNS of {row.domain}, at its top. It has to stay there.</p>
                    <CodeBlock code={row.record} label={`TXT record of ${row.domain}`} verb="Copy record" />
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={add} noValidate className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-56">
            <Field label="Domain" name="domain" placeholder="example.org" autoComplete="off" spellCheck={false} />
          </div>
          <SelectField
            label="Role"
            options={roleOptions}
            value={role}
            onChange={({ currentTarget: { value } }) => setRole(value as DomainRole)}
          />
          <Button type="submit" className="h-11" busy={isDoing('add')}>
            Add domain
          </Button>
        </form>
        {signInWays.member.hasCompany && workspace && (
          <p className="text-sm text-soft">
            Id of this workspace, for the operator’s settings: <code className="break-all">{workspace.id}</code>
          </p>
        )}
      </div>
      {dialog}
    </AccountPanel>
  );
}
