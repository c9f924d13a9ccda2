import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { companyName, type Door, keepWayBack, signInWays } from '../../session/sign-in-ways.ts';
import { buttonShape } from '../../ui/button.tsx';

/** Leaves for the company's sign-in, where there is one. A link that the router must not take: the server answers it. */
export function CompanyButton({ door }: { door: Door }) {
  const { state } = useLocation();
  if (!signInWays[door].hasCompany) return null;
  return (
    <a
      href={`/auth/oidc/start?door=${door}`}
      className={buttonShape({ look: 'secondary', size: 'lg' })}
      onClick={() => keepWayBack(state)}
    >
      Continue with {companyName}
    </a>
  );
}

/** Whether a page shows what is about passwords; where they are off, `?password` shows it to the break-glass account. */
export function useHasPasswords(door: Door): boolean {
  const [query] = useSearchParams();
  return signInWays[door].hasPasswords || query.has('password');
}

/** The company's sign-in above the form for passwords, or what there is of both. */
export function SignInWays({ door, children }: { door: Door; children: ReactNode }) {
  const hasPasswords = useHasPasswords(door);
  if (!signInWays[door].hasCompany) return children;
  return (
    <div className="grid gap-6">
      <CompanyButton door={door} />
      {hasPasswords && (
        <>
          <p className="text-center text-sm text-soft">or with a password</p>
          {children}
        </>
      )}
    </div>
  );
}
