import { useQueryClient } from '@tanstack/react-query';
import { OwnAccountPanels } from '../features/accounts/own-account-panels.tsx';
import { adminCall } from '../session/admin-call.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
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
        next={
          <Notice kind="good">
            <p>Done. All pages are open to you now.</p>
            <ButtonLink to="/admin/dashboard" size="sm" className="mt-3">
              Go to the dashboard
            </ButtonLink>
          </Notice>
        }
        // The other pages may be open from now on.
        onChanged={() => void client.invalidateQueries({ queryKey: ['admin', 'check'] })}
      />
    </div>
  );
}
