import type { UserSession } from '@lectern/contract/accounts/accounts';
import { invitationRoutes, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { createClient } from '@lectern/contract/client';
import type { Role } from '@lectern/contract/rules/rights';
import { eventually, type TestMember } from '@lectern/server/test/member';
import type { BrowserContext, Page } from 'playwright-core';
import { enter, type Stage } from './stage.ts';

const password = 'a right password';

/** The people of an owner's workspace on a stage: they come and go outside of the browser. */
export function peopleOn({ stage, context }: { stage: Stage; context: BrowserContext }, owner: () => TestMember) {
  /** Invites from outside of the browser; gives the token of the mail. */
  async function invite(email: string, role: Role): Promise<{ id: string; token: string }> {
    const of = async () => (await stage.server.letters()).filter(({ to, link }) => to === email && link);
    const had = (await of()).length;
    const { id } = await owner().call(workspaceRoutes.invite, { email, role });
    const token = await eventually(
      async () => (await of())[had]?.link?.searchParams.get('token') ?? undefined,
      'the invitation',
    );
    return { id, token };
  }
  /** Makes an account by an invitation. */
  async function join(email: string, role: Role, firstname: string): Promise<UserSession> {
    const { token } = await invite(email, role);
    const call = createClient({ origin: stage.origin });
    return call(invitationRoutes.accept, { token, firstname, lastname: 'Brook', password });
  }
  const removeAll = async (): Promise<void> => {
    const { people, invitations } = (await owner().call(workspaceRoutes.people, undefined)).data;
    for (const { id: userId, is_you } of people)
      if (!is_you) await owner().call(workspaceRoutes.remove, { userId, links: 'keep' });
    for (const { id } of invitations ?? []) await owner().call(workspaceRoutes.revokeInvitation, { id });
  };
  const otherBrowser = async (session: UserSession): Promise<{ there: Page; other: BrowserContext }> => {
    const other = await context.browser()!.newContext({ viewport: { width: 1440, height: 900 } });
    other.setDefaultTimeout(60_000);
    const there = await other.newPage();
    await enter(there, stage.origin, { session });
    return { there, other };
  };

  return { invite, join, removeAll, otherBrowser };
}
