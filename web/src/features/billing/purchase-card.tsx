import type { SoldPack } from '@lectern/contract/billing/billing';
import { Suspense, useState } from 'react';
import { useMember } from '../../session/stored-session.ts';
import { Card } from '../../ui/card.tsx';
import { NeedsPlan } from './needs-plan.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';
import { useOffers } from './use-checkout.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const PurchaseDialog = lazyPart(() => import('./purchase-dialog.tsx'));

/** Extra tokens, which never expire. */
export function PurchaseCard({ onPaid }: { onPaid: () => void }) {
  const { membership_expired } = useMember();
  const { data: offers } = useOffers();
  const [pack, setPack] = useState<SoldPack>();
  return (
    <Card aria-labelledby="purchase-tokens" className="p-5">
      <h2 id="purchase-tokens" className="eyebrow font-sans">
        Purchase Additional Tokens
      </h2>
      <p className="mt-2 text-sm text-soft">They never expire, and are used after the monthly ones.</p>
      {membership_expired && (
        <div className="mt-3">
          <NeedsPlan />
        </div>
      )}
      <ul className="mt-3 grid gap-2">
        {offers?.packs.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center justify-between gap-3 rounded-md border border-edge px-4 text-sm hover:border-ink hover:bg-sunken"
              onClick={() => setPack(each)}
            >
              <span className="font-medium">{each.label}</span>
              <span className="font-serif text-lg">{each.price}</span>
            </button>
          </li>
        ))}
      </ul>
      {offers?.payments === 'sandbox' && (
        <div className="mt-3">
          <SandboxNotice />
        </div>
      )}
      {offers && pack && (
        <Suspense fallback={null}>
          <PurchaseDialog offers={offers} pack={pack} onClose={() => setPack(undefined)} onPaid={onPaid} />
        </Suspense>
      )}
    </Card>
  );
}
