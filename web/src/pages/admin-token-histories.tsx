import { adminRoutes, type TokenRecord } from '@lectern/contract/operations/admin';
import { useParams } from 'react-router';
import { LongText, momentColumn, ownerCell } from '../features/operations/admin/text-cells.tsx';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { buildListing, useTableState } from '../features/operations/admin/use-table-state.ts';
import { UserPicker } from '../features/operations/admin/user-picker.tsx';
import { adminCall } from '../session/admin-call.ts';
import { usePageTitle } from '../ui/page-title.ts';

const columns: readonly TableColumn<TokenRecord>[] = [
  { key: 'user', title: 'User', room: 9.5, grows: 1, cell: ownerCell },
  {
    key: 'video',
    title: 'Video ID',
    room: 9.5,
    grows: 1,
    folds: 4,
    cell: ({ muxVideoId }) =>
      muxVideoId ? <code className="break-all">{muxVideoId._id}</code> : <span className="text-soft">None</span>,
  },
  {
    key: 'operationType',
    title: 'Operation',
    room: 8,
    folds: 1,
    sorts: true,
    cell: ({ operationType, engine }) => (
      <>
        <span className="block">{operationType}</span>
        <span className="block text-soft">{engine}</span>
      </>
    ),
  },
  {
    key: 'used',
    title: 'Tokens (approx.)',
    room: 9,
    folds: 3,
    sorts: true,
    figures: true,
    cell: ({ tokens_sent, tokens_received, calls, used, estimate }) => (
      <>
        <span className="block whitespace-nowrap">{tokens_sent.toLocaleString('en-US')} sent</span>
        <span className="block whitespace-nowrap">{tokens_received.toLocaleString('en-US')} received</span>
        {calls.length > 1 && (
          <ol aria-label="Calls" className="list-inside list-decimal text-soft">
            {calls.map(({ sent, received }, n) => (
              <li key={n} className="whitespace-nowrap">
                {sent.toLocaleString('en-US')} + {received.toLocaleString('en-US')}
              </li>
            ))}
          </ol>
        )}
        <span className="block whitespace-nowrap text-soft">{used.toLocaleString('en-US')} charged</span>
        <span className="block whitespace-nowrap text-soft">{estimate.toLocaleString('en-US')} estimated</span>
      </>
    ),
  },
  {
    key: 'prompt',
    title: 'Prompt',
    room: 11,
    grows: 2,
    folds: 6,
    cell: ({ systemPrompt, customPrompt }) => (
      <LongText name="prompt" text={`${systemPrompt}\n${customPrompt}`.trim()} />
    ),
  },
  {
    key: 'result',
    title: 'Result',
    room: 11,
    grows: 2,
    folds: 5,
    cell: ({ resultString }) => <LongText name="result" text={resultString} />,
  },
  momentColumn('Created', ({ createdAt }) => createdAt, { key: 'createdAt', folds: 2, sorts: true }),
];

export default function AdminTokenHistories() {
  usePageTitle('Token histories');
  const { employee_id } = useParams();
  const state = useTableState('createdAt');
  return (
    <>
      <h1 className="mb-6 text-3xl">Token histories</h1>
      <AdminTable
        label="Token histories"
        name={['admin', 'tokens', employee_id ?? 'all']}
        columns={columns}
        keyOf={({ _id }) => _id}
        lines={4}
        state={state}
        filter="Filter by operation"
        empty="No tokens have been used yet."
        load={(signal) =>
          employee_id
            ? adminCall(adminRoutes.tokens, { employee_id, ...buildListing(state) }, { signal })
            : adminCall(adminRoutes.allTokens, buildListing(state), { signal })
        }
      >
        <UserPicker page="/admin/token-histories" />
      </AdminTable>
    </>
  );
}
