import { useQueryClient } from '@tanstack/react-query';
import { OwnAccountPanels } from '../features/accounts/own-account-panels.tsx';
import { adminCall } from '../session/admin-call.ts';
import { usePageTitle } from '../ui/page-title.ts';

/** An administrator's own account. */
export default function AdminAccount() {
  usePageTitle('Your account');
  const client = useQueryClient();
  return (
    <div className="max-w-3xl">
      <h1 className="text-3xl">Your account</h1>
      <OwnAccountPanels
        call={adminCall}
        // The other pages may be open from now on.
        onChanged={() => void client.invalidateQueries({ queryKey: ['admin', 'check'] })}
      />
    </div>
  );
}
