import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../session/call.ts';
import { mergeSession, useMember } from '../../session/stored-session.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';

/** Sessions that were led to their payment since this page was loaded: once is enough, whatever came of it there. */
const led = new Set<string>();

/**
 * Leads members who chose a paid plan at registration to its payment first. Asks the server before, since a payment or
 * refusal may have happened on another device.
 */
export function WantedPayment({ children }: { children: ReactNode }) {
  const { token, wanted_plan } = useMember();
  const navigate = useNavigate();
  const isHere = useIsMounted();
  const [asks, setAsks] = useState(Boolean(wanted_plan) && !led.has(token));
  useEffect(() => {
    if (!asks) return;
    led.add(token);
    const lead = async (): Promise<void> => {
      // Without an answer the wish stands, and the application is there.
      const profile = await call(accountRoutes.check, undefined).catch(() => undefined);
      if (!isHere()) return;
      if (profile) mergeSession(profile);
      if (profile?.wanted_plan) void navigate(`/asset/plan?buy=${profile.wanted_plan}`, { replace: true });
      setAsks(false);
    };
    void lead();
  }, [asks, token, navigate, isHere]);
  return asks ? <div className="min-h-dvh" aria-busy="true" data-page-coming /> : children;
}
