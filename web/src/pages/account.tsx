import { OwnAccountPanels } from '../features/accounts/own-account-panels.tsx';
import { call } from '../session/call.ts';
import { usePageTitle } from '../ui/page-title.ts';

/** A subscriber's own account. */
export default function Account() {
  usePageTitle('Account');
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10 *:max-w-180">
      <h1 className="text-3xl">Account</h1>
      <OwnAccountPanels call={call} />
    </div>
  );
}
