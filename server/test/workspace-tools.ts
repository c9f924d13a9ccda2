import type { UserSession } from '@lectern/contract/accounts/accounts';
import { invitationRoutes, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { type Call, createClient } from '@lectern/contract/client';
import type { Role } from '@lectern/contract/rules/rights';
import { accountTools, newAddress, tokenIn } from './account-tools.ts';
import type { ServerSuite } from './describe-server.ts';
import { eventually, type TestMember } from './member.ts';

/** A person of a company; `call` is about that company, `own` about their own workspace. */
export type Colleague = { id: string; email: string; session: UserSession; call: Call; own: Call };

/** Companies as their people make them: by invitations, and by the links that are mailed. */
export function workspaceTools(suite: ServerSuite) {
  const { letters, lettersTo, letter } = accountTools(suite);
  const about = (session: UserSession, workspace: string): Call =>
    createClient({ origin: suite.server.origin, token: () => session.token, workspace: () => workspace });
  const colleague = (session: UserSession, company: string): Colleague => ({
    id: session.id,
    email: session.email,
    session,
    call: about(session, company),
    own: about(session, session.id),
  });

  /** Invites an address, and gives the token of the mail. */
  async function invite(
    by: Colleague,
    role: Role,
    email = newAddress(),
  ): Promise<{ email: string; token: string; id: string }> {
    const sent = async () => (await lettersTo(email)).filter(({ subject }) => subject.startsWith('You are invited'));
    const before = (await sent()).length;
    const { id } = await by.call(workspaceRoutes.invite, { email, role });
    const letter = await eventually(async () => (await sent())[before], `the invitation of ${email}`);
    return { email, token: tokenIn(letter), id };
  }

  const accept = (token: string, firstname = 'Ben') =>
    suite.server.call(invitationRoutes.accept, { token, firstname, lastname: 'Smith', password: 'a right password' });

  return {
    letter,
    lettersTo,
    letters,
    about,
    invite,
    accept,
    /** The owner of a new company with the Professional plan, which is their personal workspace. */
    found: async (member?: TestMember): Promise<Colleague> => {
      const { session } = member ?? (await suite.signUp({ email: newAddress() }));
      await suite.changeUser({ session }, { plan: 'professional' });
      return colleague(session, session.id);
    },
    /** A person with this role whose account their invitation has made. */
    join: async (by: Colleague, role: Role, company = by.id): Promise<Colleague> =>
      colleague(await accept((await invite(by, role)).token), company),
    /** A person with an account of their own who joins. */
    joinAs: async (by: Colleague, member: TestMember, role: Role): Promise<Colleague> => {
      const { token } = await invite(by, role, member.email);
      await member.call(invitationRoutes.join, { token });
      return colleague(member.session, by.id);
    },
  };
}
