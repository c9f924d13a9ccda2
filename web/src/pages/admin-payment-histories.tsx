import { adminRoutes, type PaymentRecord } from '@lectern/contract/operations/admin';
import { inMoney } from '@lectern/contract/rules/money';
import { useParams } from 'react-router';
import { LongText, momentColumn, ownerCell } from '../features/operations/admin/text-cells.tsx';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { buildListing, useTableState } from '../features/operations/admin/use-table-state.ts';
import { UserPicker } from '../features/operations/admin/user-picker.tsx';
import { adminCall } from '../session/admin-call.ts';
import { usePageTitle } from '../ui/page-title.ts';

const columns: readonly TableColumn<PaymentRecord>[] = [
  { key: 'user', title: 'User', room: 9.5, grows: 2, cell: ownerCell },
  {
    key: 'price',
    title: 'Price',
    room: 6,
    sorts: true,
    figures: true,
    cell: ({ price, currency }) => inMoney(price, currency),
  },
  { key: 'paymentType', title: 'Payment Type', room: 8, folds: 3, sorts: true, cell: ({ paymentType }) => paymentType },
  {
    key: 'productId',
    title: 'Product ID',
    room: 9,
    grows: 1,
    folds: 5,
    cell: ({ productId }) => <code className="break-all">{productId}</code>,
  },
  {
    key: 'paymentStatus',
    title: 'Payment Status',
    room: 8,
    folds: 1,
    sorts: true,
    cell: ({ paymentStatus }) => paymentStatus,
  },
  { key: 'log', title: 'Log', room: 12, grows: 3, folds: 4, cell: ({ log }) => <LongText name="log" text={log} /> },
  momentColumn('Created', ({ createdAt }) => createdAt, { key: 'createdAt', folds: 2, sorts: true }),
];

export default function AdminPaymentHistories() {
  usePageTitle('Payment histories');
  const { employee_id } = useParams();
  const state = useTableState('createdAt');
  return (
    <>
      <h1 className="mb-6 text-3xl">Payment histories</h1>
      <AdminTable
        label="Payment histories"
        name={['admin', 'payments', employee_id ?? 'all']}
        columns={columns}
        keyOf={({ _id }) => _id}
        state={state}
        filter="Filter by email, status, product or log"
        empty="Nobody has paid yet."
        load={(signal) =>
          employee_id
            ? adminCall(adminRoutes.payments, { employee_id, ...buildListing(state) }, { signal })
            : adminCall(adminRoutes.allPayments, buildListing(state), { signal })
        }
      >
        <UserPicker page="/admin/payment-histories" />
      </AdminTable>
    </>
  );
}
