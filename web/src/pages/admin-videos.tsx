import { adminRoutes, type AdminVideo } from '@lectern/contract/operations/admin';
import { EmailText } from '../features/operations/admin/text-cells.tsx';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { formatDate } from '../features/operations/admin/dates.ts';
import { buildListing, useTableState } from '../features/operations/admin/use-table-state.ts';
import { adminCall } from '../session/admin-call.ts';
import { usePageTitle } from '../ui/page-title.ts';

const columns: readonly TableColumn<AdminVideo>[] = [
  {
    key: 'user',
    title: 'User',
    room: 9.5,
    grows: 1,
    folds: 2,
    sorts: true,
    cell: ({ userId }) => <EmailText email={userId.email} />,
  },
  {
    key: 'thumbnail',
    title: 'Thumbnail',
    room: 7.25,
    cell: ({ thumbnail }) =>
      thumbnail ? (
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          width={96}
          height={54}
          className="h-13.5 w-24 max-w-none rounded-sm object-cover"
        />
      ) : (
        <span className="text-soft">None</span>
      ),
  },
  { key: 'title', title: 'Title', main: true, room: 11, grows: 3, sorts: true, cell: ({ title }) => title },
  {
    key: 'asset',
    title: 'Asset ID',
    room: 11,
    grows: 1,
    folds: 4,
    cell: ({ assetId }) => <code className="break-all">{assetId}</code>,
  },
  {
    key: 'status',
    title: 'Status',
    room: 5.75,
    folds: 1,
    sorts: true,
    cell: ({ is_deleted, is_lost }) =>
      is_deleted ? (
        <span className="text-soft">Deleted</span>
      ) : is_lost ? (
        <span className="font-medium text-danger">Lost</span>
      ) : (
        'Active'
      ),
  },
  {
    key: 'created_at',
    title: 'Created',
    room: 6.4,
    folds: 3,
    sorts: true,
    cell: ({ created_at }) => <span className="whitespace-nowrap tabular-nums">{formatDate(created_at)}</span>,
  },
];

export default function AdminVideos() {
  usePageTitle('Mux Videos');
  const state = useTableState('created_at');
  return (
    <>
      <h1 className="text-3xl">Mux Videos</h1>
      <p className="mt-1 mb-6 text-soft">List of all videos uploaded to Mux</p>
      <AdminTable
        label="Videos"
        name={['admin', 'videos']}
        columns={columns}
        keyOf={({ _id }) => _id}
        lines={3}
        state={state}
        filter="Filter by title, email or asset ID"
        empty="Nobody has uploaded a video yet."
        load={(signal) => adminCall(adminRoutes.videos, buildListing(state), { signal })}
      />
    </>
  );
}
