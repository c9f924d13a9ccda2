import { accountRoutes, type Plan, type UserSession } from '@lectern/contract/accounts/accounts';
import { createClient, type Call } from '@lectern/contract/client';
import type { ServerSuite } from './describe-server.ts';
import type { OutboxEmail } from './outbox-emails.ts';
import { eventually } from './member.ts';

let people = 0;

export const newAddress = (): string => `person-${(people += 1)}@example.org`;

export const tokenIn = (letter: OutboxEmail | undefined): string => letter?.link?.searchParams.get('token') ?? '';

type Person = { firstname: string; lastname: string; password: string };

export const ada: Person = { firstname: 'Ada', lastname: 'Lovelace', password: 'a right password' };

/** A caller with these headers, as a browser or the proxy in front would send them. */
export const callWith = ({ server: { origin } }: ServerSuite, added: Record<string, string>): Call =>
  createClient({
    origin,
    fetch: (input, init) => fetch(input, { ...init, headers: { ...(init?.headers as object), ...added } }),
  });

/** Accounts as their owners make and use them: by forms, and by the links that are mailed. */
export function accountTools(suite: ServerSuite) {
  const lettersTo = async (email: string) => (await suite.server.letters()).filter(({ to }) => to === email);
  /** The mails to an address once there are so many. */
  const letters = (email: string, count: number): Promise<OutboxEmail[]> =>
    eventually(async () => {
      const found = await lettersTo(email);
      return found.length >= count ? found : undefined;
    }, `${count} mails to ${email}`);
  const register = (more: Partial<Person> & { email: string; plan?: Plan }) =>
    suite.server.call(accountRoutes.register, { ...ada, ...more });
  const verify = (token: string) => suite.server.call(accountRoutes.verify, { token });
  return {
    lettersTo,
    letters,
    /** The newest mail to an address with such a subject. */
    letter: (email: string, subject: RegExp): Promise<OutboxEmail> =>
      eventually(
        async () => (await lettersTo(email)).findLast((each) => subject.test(each.subject)),
        `${subject} to ${email}`,
      ),
    register,
    verify,
    join: async (email: string, more: Partial<Person> & { plan?: Plan } = {}): Promise<UserSession> => {
      await register({ email, ...more });
      return verify(tokenIn((await letters(email, 1))[0]));
    },
    login: (email: string, password = ada.password) => suite.server.call(accountRoutes.login, { email, password }),
    check: ({ token }: { token: string }) => suite.server.as(token)(accountRoutes.check, {}),
    requestReset: (email: string) => suite.server.call(accountRoutes.requestReset, { email }),
    reset: (email: string, token: string, password = 'another password') =>
      suite.server.call(accountRoutes.resetPassword, { email, token, password }),
  };
}
