import { appDays, type AppRequest, type OpenedAppRequest, oauthRoutes } from '@lectern/contract/accounts/oauth';
import type { Scope } from '@lectern/contract/rules/scopes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, failureText, isFinal } from '../../session/call.ts';
import { NotLoaded } from '../../session/not-loaded.tsx';
import { useMember } from '../../session/stored-session.ts';
import { useFreshWorkspaces, useOpenedWorkspaces } from '../../session/workspaces.ts';
import { Button, buttonShape } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { SubmitForm, invalid, useSubmit } from './submit-form.tsx';
import { ScopeChoices } from './workspaces/scope-choices.tsx';

const Frame = (props: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <AuthFrame eyebrow="Connect an app" {...props} />
);

/** Leads back to the app. The router must not take it: the address is the app's own. */
const WayBack = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} className={buttonShape({ look: 'secondary', size: 'lg' })}>
    {children}
  </a>
);

/** Asks the person whether an app may work here as they do, and in which of their workspaces. */
export function AppRequestPage({ request }: { request: Partial<AppRequest> }) {
  const member = useMember();
  useFreshWorkspaces();
  const [workspace, setWorkspace] = useState(member.workspace.id);
  const query = useQuery({
    queryKey: ['app request', workspace, request],
    queryFn: async ({ signal }) => (await call(oauthRoutes.open, request, { signal, workspace })).data,
    placeholderData: keepPreviousData,
    // Each time the document of the app is fetched.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (!query.data)
    return (
      <Frame title={query.error ? 'This app cannot be connected' : 'Who is asking?'}>
        {isFinal(query.error) ? <Notice kind="bad">{failureText(query.error)}</Notice> : <NotLoaded query={query} />}
      </Frame>
    );
  const { client, refusal, denied, answers_to: host } = query.data;
  if (refusal !== null)
    return (
      <Frame title={`${client.name} cannot be connected`}>
        <Notice kind="bad">{refusal}</Notice>
        <p className="mt-6">
          <WayBack to={denied}>Back to {host}</WayBack>
        </p>
      </Frame>
    );
  return (
    <Consent
      key={workspace}
      opened={query.data}
      isFetching={query.isPlaceholderData}
      request={request}
      workspace={workspace}
      onWorkspace={setWorkspace}
    />
  );
}

type ConsentProps = {
  opened: OpenedAppRequest;
  isFetching: boolean;
  request: Partial<AppRequest>;
  workspace: string;
  onWorkspace: (id: string) => void;
};

function Consent({ opened, isFetching, request, workspace, onWorkspace }: ConsentProps) {
  const { client, scopes: offered, denied, answers_to: host } = opened;
  const { email } = useMember();
  const { opened: workspaces } = useOpenedWorkspaces();
  const [withheld, setWithheld] = useState<readonly Scope[]>([]);
  const chosen = offered.filter((scope) => !withheld.includes(scope));
  const submission = useSubmit(async () => {
    if (chosen.length === 0) throw invalid('Please choose at least one thing that the app may do.');
    location.assign((await call(oauthRoutes.allow, { ...request, scopes: [...chosen] }, { workspace })).address);
  });
  return (
    <Frame
      title={`Connect ${client.name}?`}
      lead={
        <p>
          An app of <strong className="font-medium wrap-anywhere text-ink">{client.host}</strong> that calls itself{' '}
          <strong className="font-medium wrap-anywhere text-ink">{client.name}</strong> asks to work here as{' '}
          <span className="inline-block wrap-anywhere">{email}</span>. Allow it only if you have just asked for this.
        </p>
      }
    >
      <SubmitForm submission={submission}>
        {workspaces.length > 1 ? (
          <SelectField
            label="In the workspace"
            value={workspace}
            onChange={({ target }) => onWorkspace(target.value)}
            options={workspaces.map(({ id, name }) => [id, name] as const)}
          />
        ) : (
          workspaces[0] && <p>In the workspace {workspaces[0].name}.</p>
        )}
        {offered.length === 0 ? (
          <Notice kind="bad">Your role there allows nothing of what the app asks for.</Notice>
        ) : (
          <ScopeChoices
            offered={offered}
            chosen={chosen}
            onChange={(next) => setWithheld(offered.filter((scope) => !next.includes(scope)))}
          />
        )}
        <p className="text-sm text-soft">
          It does no more than your role allows. Its access ends after {appDays.unused} days without use, after{' '}
          {appDays.inAll} days in any case, and whenever you disconnect it under Workspace → Keys. The answer goes to{' '}
          <span className="wrap-anywhere">{host}</span>.
        </p>
        <div className="flex flex-wrap gap-3">
          {offered.length > 0 && (
            <Button type="submit" size="lg" busy={submission.busy || isFetching}>
              Allow
            </Button>
          )}
          <WayBack to={denied}>Deny</WayBack>
        </div>
      </SubmitForm>
    </Frame>
  );
}
