import { adminRoutes, type AdminVideo } from '@lectern/contract/admin';
import { type Column, AdminTable } from '../features/admin/admin-table.tsx';
import { day } from '../features/admin/dates.ts';
import { listingOf, useTableState } from '../features/admin/use-table-state.ts';
import { adminCall } from '../session/admin-call.ts';
import { usePageTitle } from '../ui/page-title.ts';

const columns: readonly Column<AdminVideo>[] = [
  {
    key: 'user',
    title: 'User',
    sorts: true,
    cell: ({ userId }) => <span className="whitespace-nowrap">{userId.email}</span>,
  },
  {
    key: 'thumbnail',
    title: 'Thumbnail',
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
  { key: 'title', title: 'Title', sorts: true, prose: true, cell: ({ title }) => title },
  { key: 'asset', title: 'Asset ID', prose: true, cell: ({ assetId }) => <code className="break-all">{assetId}</code> },
  {
    key: 'status',
    title: 'Status',
    sorts: true,
    cell: ({ is_deleted }) => (is_deleted ? <span className="text-soft">Deleted</span> : 'Active'),
  },
  {
    key: 'created_at',
    title: 'Created',
    sorts: true,
    cell: ({ created_at }) => <span className="whitespace-nowrap tabular-nums">{day(created_at)}</span>,
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
        state={state}
        filter="Filter by title, email or asset ID"
        empty="Nobody has uploaded a video yet."
        load={(signal) => adminCall(adminRoutes.videos, listingOf(state), { signal })}
      />
    </>
  );
}
