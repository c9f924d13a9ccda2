import { adminRoutes, type AdminUser } from '@lectern/contract/operations/admin';
import { adminCall } from '../../../session/admin-call.ts';
import { AccountAction } from './account-action.tsx';

/** Actions of an administrator on an account that take effect at once, apart from the form. */
export function AccountActions({ user, onChanged }: { user: AdminUser; onChanged: () => void }) {
  return (
    <>
      <AccountAction
        texts={{
          before: 'Two-factor authentication: on.',
          question:
            'Are you sure? Only do this once you have verified that the request comes from them. They are notified by email.',
          after: 'Two-factor authentication: off.',
        }}
        labels={{ ask: 'Reset two-factor authentication', confirm: 'Yes, reset it' }}
        done={!user.second_factor}
        act={async () => {
          const reply = await adminCall(adminRoutes.resetSecondFactor, { id: user._id });
          onChanged();
          return reply;
        }}
      />
      <AccountAction
        texts={{
          before: 'Sessions: a device that was lost or stolen can be signed out from here.',
          question: 'Are you sure? The user will be signed out on every device and must sign in again.',
          after: 'Sessions: all ended.',
        }}
        labels={{ ask: 'End all sessions', confirm: 'Yes, end them' }}
        act={() => adminCall(adminRoutes.endUserSessions, { id: user._id })}
      />
    </>
  );
}
