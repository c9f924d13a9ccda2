import { accountRoutes, type Plan, type UserSession } from '@lectern/contract/accounts/accounts';
import { type Call, createClient } from '@lectern/contract/client';
import type { OutboxEmail } from './outbox-emails.ts';

export type TestMember = { session: UserSession; call: Call; email: string; password: string };

let count = 0;

/** Registers, opens the mailed link and is signed in: the way every member comes in. */
export async function signUp(
  origin: string,
  letters: () => Promise<OutboxEmail[]>,
  {
    email = `member-${process.pid}-${(count += 1)}@example.org`,
    plan,
    fetch: send,
  }: { email?: string; plan?: Plan; fetch?: typeof fetch } = {},
): Promise<TestMember> {
  const password = 'a right password';
  const anyone = createClient({ origin, fetch: send });
  await anyone(accountRoutes.register, {
    firstname: 'Ada',
    lastname: 'Lovelace',
    email,
    password,
    ...(plan ? { plan } : {}),
  });
  const token = await eventually(async () => {
    const letter = (await letters()).findLast(({ to }) => to === email);
    return letter?.link?.searchParams.get('token') ?? undefined;
  }, 'the verification mail');
  const session = await anyone(accountRoutes.verify, { token });
  return { session, call: createClient({ origin, token: () => session.token }), email, password };
}

/** Milliseconds between two questions: what takes a moment is met soon, and what takes long is not asked in vain. */
const pauses = { first: 10, longest: 160 };

/** Asks until there is an answer. Throws after `seconds`. */
export async function eventually<T>(ask: () => Promise<T | undefined>, what: string, seconds = 120): Promise<T> {
  const until = Date.now() + seconds * 1000;
  for (let pause = pauses.first; ; pause = Math.min(pause * 1.5, pauses.longest)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > until) throw new Error(`Waited ${seconds} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
