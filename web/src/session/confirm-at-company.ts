import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { singleSignOnRoutes } from '@lectern/contract/accounts/single-sign-on';
import type { Call } from '@lectern/contract/client';
import { companyQuestion } from './company-question.ts';
import { onSessionChange } from './stored-session.ts';

/** Milliseconds after which the company is asked where people see it. */
const patience = 30_000;

/** Opens a page of the company that nobody sees, until it has led back here. */
function openUnseen(url: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Sign in';
  // It may not take the page with it, on which somebody is writing.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  frame.src = url;
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patience);
    frame.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    document.body.append(frame);
  }).finally(() => frame.remove());
}

const isOpen = (send: Call): Promise<boolean> =>
  send(accountRoutes.check, undefined).then(
    () => true,
    () => false,
  );

function askPerson(send: Call): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const look = async (): Promise<void> => void ((await isOpen(send)) && resolve(true));
  const stop = onSessionChange(() => void look());
  const onFocus = (): void => void look();
  addEventListener('focus', onFocus);
  companyQuestion.set({ giveUp: () => resolve(false) });
  return promise.finally(() => {
    stop();
    removeEventListener('focus', onFocus);
    companyQuestion.set(undefined);
  });
}

async function confirm(send: Call): Promise<boolean> {
  // Without a way for it to say so unseen, the person is asked.
  await send(singleSignOnRoutes.renew, undefined).then(
    ({ url }) => openUnseen(url),
    () => undefined,
  );
  return (await isOpen(send)) || askPerson(send);
}

let confirming: Promise<boolean> | undefined;

/** Has the company confirm whoever is signed in, once for all calls that wait for it; whether it did. */
export function confirmAtCompany(send: Call): Promise<boolean> {
  confirming ??= confirm(send).finally(() => {
    confirming = undefined;
  });
  return confirming;
}
