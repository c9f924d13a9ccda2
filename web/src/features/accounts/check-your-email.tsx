import { MailOpen } from 'lucide-react';
import type { ReactNode } from 'react';

/** Step 2 of registering and of asking for a new password. */
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
