import type { Call } from '@lectern/contract/client';
import { ownAccountRoutes, type SecurityEntry } from '@lectern/contract/accounts/own-account';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, useRef } from 'react';
import { securityEvents } from '@lectern/contract/rules/security-events';
import { failureText, isAnnounced } from '../../session/call.ts';
import { Failure } from '../../session/not-loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageComing, Skeleton } from '../../ui/page-placeholder.tsx';
import { SecondFactorCard, type PanelProps } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { VoicesCard } from './voices-card.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { AccountPanel } from './panel.tsx';
import { NameFields } from './new-account-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitForm, invalid, useSubmit } from './submit-form.tsx';
import { mergeSession, Allowed } from '../../session/stored-session.ts';
import { toast } from '../../ui/toast.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { momentInWords } from '../../ui/date-in-words.ts';

const owed = {
  password:
    'Please choose your own password first: the one you signed in with was printed when the service was installed.',
  second_factor: 'Please set up two-factor authentication first: administrators of this service must use it.',
} as const;

type OwnAccountPanelsProps = {
  call: Call;
  onChanged?: () => void;
  /** The way on, once what was owed is done. */
  next?: ReactNode;
  children?: ReactNode;
};

/** Everything somebody can see and change of how they sign in; the same for subscribers and administrators. */
export function OwnAccountPanels({ call, onChanged, next, children }: OwnAccountPanelsProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['own-account'],
    queryFn: async ({ signal }) => (await call(ownAccountRoutes.account, undefined, { signal })).data,
  });
  const [hasOwed, setHasOwed] = useState(false);
  if (data?.owes && !hasOwed) setHasOwed(true);
  const reload = async (): Promise<void> => {
    await refetch();
    onChanged?.();
  };
  if (!data && error)
    return <Failure title="Your account could not be loaded" query={{ error, isFetching, refetch }} />;
  if (!data)
    return (
      <PageComing className="mt-6 grid gap-6">
        <Skeleton className="h-48" />
        <Skeleton className="h-64" />
        <Skeleton className="h-40" />
      </PageComing>
    );
  const panel = { call, reload };
  return (
    <div className="mt-6 grid gap-6">
      {data.owes ? <Notice>{owed[data.owes]}</Notice> : hasOwed && next}
      {data.kind === 'member' && (
        <>
          <NameCard {...panel} firstname={data.firstname ?? ''} lastname={data.lastname ?? ''} />
          {data.sign_in.password && <EmailCard {...panel} email={data.email} />}
        </>
      )}
      {data.sign_in.password && <PasswordCard {...panel} email={data.email} />}
      {data.sign_in.company !== null && (
        <CompanyCard {...data.sign_in} company={data.sign_in.company} email={data.email} />
      )}
      {data.sign_in.password && <SecondFactorCard {...panel} email={data.email} factor={data.second_factor} />}
      <SessionsCard {...panel} sessions={data.sessions} />
      {data.recording_mails !== null && <MailsCard {...panel} recordings={data.recording_mails} />}
      {data.kind === 'member' && (
        <Allowed right="voices">
          <VoicesCard />
        </Allowed>
      )}
      {children}
      <EventsCard events={data.events} />
    </div>
  );
}

type CompanyCardProps = { company: string; company_email: string | null; password: boolean; email: string };

/** In the place of the password, or beside it where both open the account. */
function CompanyCard({ company, company_email: told, password, email }: CompanyCardProps) {
  return (
    <AccountPanel
      title={password ? 'Your company' : 'Password'}
      lead={password ? `You can also sign in with ${company}.` : `Your company signs you in, with ${company}.`}
    >
      {told && told !== email ? (
        <Notice>
          {company} knows you as {told}. Here your address stays {email}.
        </Notice>
      ) : (
        <p className="text-sm">Signed in as {email}.</p>
      )}
    </AccountPanel>
  );
}

function EmailCard({ call, reload, email: present }: PanelProps & { email: string }) {
  const [sent, setSent] = useState<string>();
  const submission = useSubmit(async ({ email = '', password = '' }) => {
    setSent(undefined);
    if (!email.trim() || !password) throw invalid('Please fill in all fields.');
    const { msg } = await call(ownAccountRoutes.changeAddress, { email: email.trim(), password });
    setSent(msg);
    await reload();
  });
  return (
    <AccountPanel
      title="Email address"
      lead={
        <>
          You sign in with <strong className="font-medium break-all text-ink">{present}</strong>. The change takes
          effect once you have opened the link we send to the new address.
        </>
      }
    >
      <SubmitForm submission={submission} said={sent && <Notice kind="good">{sent}</Notice>}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="email" type="email" label="New email address" autoComplete="email" />
          <PasswordField name="password" label="Your password" autoComplete="current-password" account={present} />
        </div>
        <div>
          <Button type="submit" look="secondary" busy={submission.busy}>
            Change address
          </Button>
        </div>
      </SubmitForm>
    </AccountPanel>
  );
}

function NameCard({ call, reload, ...names }: PanelProps & { firstname: string; lastname: string }) {
  const submission = useSubmit(async ({ firstname = '', lastname = '' }) => {
    const typed = { firstname: firstname.trim(), lastname: lastname.trim() };
    if (!typed.firstname || !typed.lastname) throw invalid('Please fill in all fields.');
    const { msg } = await call(ownAccountRoutes.changeName, typed);
    mergeSession(typed);
    toast.success(msg);
    await reload();
  });
  return (
    <AccountPanel title="Name">
      <SubmitForm submission={submission}>
        <NameFields names={names} />
        <div>
          <Button type="submit" look="secondary" busy={submission.busy}>
            Save name
          </Button>
        </div>
      </SubmitForm>
    </AccountPanel>
  );
}

function PasswordCard({ call, reload, email }: PanelProps & { email: string }) {
  /** How often it was changed here, and what was said to the last one; a new form is an empty one. */
  const [done, setDone] = useState({ times: 0, said: '' });
  const submission = useSubmit(async ({ password = '', new_password = '', confirm = '' }) => {
    if (!password || !new_password) throw invalid('Please fill in all fields.');
    if (new_password !== confirm) throw invalid('Passwords do not match.', 'confirm');
    const { msg } = await call(ownAccountRoutes.changePassword, { password, new_password });
    setDone(({ times }) => ({ times: times + 1, said: msg }));
    await reload();
  });
  return (
    <AccountPanel title="Password" lead="Changing it signs you out on all other devices.">
      <SubmitForm key={done.times} submission={submission} said={done.said && <Notice kind="good">{done.said}</Notice>}>
        <PasswordField name="password" label="Current password" autoComplete="current-password" account={email} />
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField
            name="new_password"
            label="New password"
            autoComplete="new-password"
            account={null}
            hint="At least 8 characters."
            liveCheck
          />
          <PasswordField name="confirm" label="Confirm new password" autoComplete="new-password" account={null} />
        </div>
        <div>
          <Button type="submit" look="secondary" busy={submission.busy}>
            Change password
          </Button>
        </div>
      </SubmitForm>
    </AccountPanel>
  );
}

function MailsCard({ call, reload, recordings }: PanelProps & { recordings: boolean }) {
  const { act } = useSerialActions();
  const [error, setError] = useState<string>();
  /** Shows the last requested state until its answer arrives. */
  const [wanted, setWanted] = useState<boolean>();

  const presses = useRef(0);

  const change = async (wants: boolean, press: number): Promise<void> => {
    setError(undefined);
    try {
      toast.success((await call(ownAccountRoutes.changeMails, { recordings: wants })).msg);
      await reload();
    } catch (cause) {
      if (!isAnnounced(cause)) setError(failureText(cause));
    }
    if (press === presses.current) setWanted(undefined);
  };

  return (
    <AccountPanel title="Emails">
      {error && (
        <Notice kind="bad" className="mb-4">
          {error}
        </Notice>
      )}
      <Checkbox
        className="min-h-8 gap-3"
        checked={wanted ?? recordings}
        onChange={({ target }) => {
          const wants = target.checked;
          const press = (presses.current += 1);
          setWanted(wants);
          void act(String(press), () => change(wants, press));
        }}
      >
        Tell me when a recording is ready, needs captions, or could not be processed
      </Checkbox>
      <p className="mt-3 text-sm text-soft">Emails about your account and your payments are always sent.</p>
    </AccountPanel>
  );
}

/** So many are shown before one asks for more. */
const few = 8;

function EventsCard({ events }: { events: readonly SecurityEntry[] }) {
  const [all, setAll] = useState(false);
  return (
    <AccountPanel title="Recent activity" lead="Sign-ins, including refused ones, and changes to how you sign in.">
      {events.length === 0 ? (
        <p className="text-sm text-soft">Nothing yet.</p>
      ) : (
        <ol aria-label="Recent activity" className="divide-y divide-line border-y border-line">
          {(all ? events : events.slice(0, few)).map(({ id, kind, device, detail, at }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5 text-sm">
              <span className="min-w-0">
                <span className="font-medium">{securityEvents[kind]}</span>
                {device && <span className="text-soft"> · {device}</span>}
                {detail && <span className="text-soft"> · {detail}</span>}
              </span>
              <time dateTime={at} className="text-soft tabular-nums">
                {momentInWords(at)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {!all && events.length > few && (
        <Button look="quiet" size="sm" className="mt-3" onClick={() => setAll(true)}>
          Show more
        </Button>
      )}
    </AccountPanel>
  );
}
