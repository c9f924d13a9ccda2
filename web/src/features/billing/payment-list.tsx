import { billingRoutes, type Payment } from '@lectern/contract/billing/billing';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { dateInWords } from '../../ui/date-in-words.ts';
import { inMoney } from '@lectern/contract/rules/money';

const kinds: Readonly<Record<Payment['paymentType'], string>> = { subscription: 'Plan', tokens: 'Tokens' };
const states: Readonly<Record<Payment['paymentStatus'], string>> = {
  open: 'Not finished',
  succeeded: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
};

/** Lists the member's payments; renders nothing when there are none. */
export function PaymentList() {
  const { data = [] } = useQuery({
    queryKey: ['payments'],
    queryFn: async ({ signal }) => (await call(billingRoutes.payments, undefined, { signal })).data,
  });
  const shown = data.filter(({ paymentStatus }) => paymentStatus !== 'open');
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="payments" className="min-w-0">
      <h2 id="payments" className="text-2xl">
        Payments
      </h2>
      <div className="mt-4 overflow-x-auto rounded-lg border border-line bg-surface" role="group" aria-label="Payments">
        <table className="w-full text-start text-sm">
          <thead>
            <tr className="border-b border-line text-soft">
              {['Date', 'For', 'Amount', 'Status'].map((head) => (
                <th key={head} scope="col" className="px-4 py-2.5 text-start font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, createdAt, paymentType, price, currency, paymentStatus, log }) => (
              <tr key={id} className="border-b border-line last:border-0">
                <td className="px-4 py-2.5 whitespace-nowrap tabular-nums">{dateInWords(createdAt, 'medium')}</td>
                <td className="px-4 py-2.5">{kinds[paymentType]}</td>
                <td className="px-4 py-2.5 tabular-nums">{inMoney(price, currency)}</td>
                <td className="px-4 py-2.5">
                  {states[paymentStatus]}
                  {paymentStatus === 'failed' && <span className="block text-soft">{log}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
