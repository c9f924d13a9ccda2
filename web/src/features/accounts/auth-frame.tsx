import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { MailOpen } from 'lucide-react';
import { problems } from '@lectern/contract/problem';
import { Notice } from '../../ui/notice.tsx';
import { CompanyButton } from './company-button.tsx';
import { handOverFocus } from '../../ui/focus-place.ts';

type AuthFrameProps = {
  eyebrow: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Content beside the form on wide screens and below it on narrow ones. */
  aside?: ReactNode;
};

/**
 * Frames every account page: form on the left, reasons on the right. When a step replaces the form, focus moves to the
 * new heading.
 */
export function AuthFrame({ eyebrow, title, lead, children, aside }: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    handOverFocus(undefined, heading.current);
  }, [title]);
  return (
    <div
      className={clsx(
        'mx-auto grid w-full flex-1 content-start',
        aside
          ? 'max-w-6xl lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:content-stretch'
          : // Alone it stands in the middle.
            'max-w-[27rem]',
      )}
    >
      <div className="px-4 py-12 sm:px-6 lg:py-20">
        <p className="eyebrow">{eyebrow}</p>
        <h1 ref={heading} tabIndex={-1} className="mt-2 text-3xl focus:outline-none">
          {title}
        </h1>
        {lead && <div className="mt-3 text-soft">{lead}</div>}
        <div className="mt-8">{children}</div>
      </div>
      {aside && (
        <aside className="border-t border-line px-4 py-12 sm:px-6 lg:ms-16 lg:border-s lg:border-t-0 lg:px-16 lg:py-20">
          {aside}
        </aside>
      )}
    </div>
  );
}

const promises = [
  ['AI quote pulls', 'The sentences worth repeating, word for word, with the second they were said.'],
  ['Clips', 'Frame-accurate cuts of any moment, ready to download.'],
  ['An embeddable portal widget', 'Your chaptered webinars on your own pages, with the professional plan.'],
] as const;

export function TrialAside() {
  return (
    <>
      <h2 className="max-w-md text-2xl">A recording is an hour. What was said in it takes a minute to find.</h2>
      <dl className="mt-8 grid max-w-md gap-6">
        {promises.map(([name, text]) => (
          <div key={name} className="border-s-2 border-brass ps-4">
            <dt className="font-medium">{name}</dt>
            <dd className="mt-1 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** In the place of a page about passwords, where they are turned off. */
export function PasswordsOff({ eyebrow }: { eyebrow: string }) {
  return (
    <AuthFrame eyebrow={eyebrow} title="Sign in with your company">
      <div className="grid gap-6">
        <Notice>{problems.passwords_off.text}</Notice>
        <CompanyButton door="member" />
      </div>
    </AuthFrame>
  );
}

export function CheckEmailNotice({ address, children }: { address: string; children: ReactNode }) {
  return (
    <div role="status" className="grid gap-4">
      <p className="flex items-center gap-3 rounded-md bg-accent-wash px-4 py-3 font-medium break-all">
        <MailOpen aria-hidden className="size-5 shrink-0 text-accent" />
        {address}
      </p>
      <p>{children}</p>
      <div className="text-sm text-soft">
        <p className="font-medium text-ink">Nothing there?</p>
        <ul className="mt-1 grid list-disc gap-1 ps-5">
          <li>Give it a minute or two.</li>
          <li>Check your spam folder.</li>
          <li>Make sure the address above is spelled correctly.</li>
        </ul>
      </div>
    </div>
  );
}
