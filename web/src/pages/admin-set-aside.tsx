import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { adminRoutes, type QuarantinedFiles as Row } from '@lectern/contract/operations/admin';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2, Undo2 } from 'lucide-react';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { formatDateTime } from '../features/operations/admin/dates.ts';
import { buildListing, useTableState } from '../features/operations/admin/use-table-state.ts';
import { DateTimeCell } from '../features/operations/admin/text-cells.tsx';
import { adminCall } from '../session/admin-call.ts';
import { failureText } from '../session/call.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { toast } from '../ui/toast.tsx';
import { useSerialActions } from '../ui/use-serial-actions.ts';

const name = ['admin', 'set-aside'] as const;

const extent = ({ bytes, files }: Row): string =>
  `${formatBytes(bytes)} in ${files === 1 ? '1 file' : `${files} files`}`;

/** Files for which nothing in the database stands: they wait here for a person, who puts them back or removes them. */
export default function AdminSetAside() {
  usePageTitle('Set aside');
  const state = useTableState('at');
  const client = useQueryClient();
  const { ask, dialog } = useConfirm();
  const { act, isDoing } = useSerialActions();

  const change = async (route: typeof adminRoutes.putBack | typeof adminRoutes.removeSetAside, row: Row) => {
    try {
      toast.success((await adminCall(route, { name: row.name })).msg);
    } catch (error) {
      toast.error(failureText(error));
    }
    await client.invalidateQueries({ queryKey: name });
  };
  const remove = async (row: Row): Promise<void> => {
    const agreed = await ask({
      title: 'Are you sure you want to remove these files for good?',
      detail: `${row.video}, ${extent(row)}, last changed ${formatDateTime(row.changed_at)}. A database that knows this recording could no longer play it.`,
      verb: 'Remove for good',
      danger: true,
    });
    if (agreed) await act(row.name, () => change(adminRoutes.removeSetAside, row));
  };

  const columns: readonly TableColumn<Row>[] = [
    {
      key: 'video',
      title: 'Id',
      room: 11,
      grows: 1,
      cell: ({ video }) => <span className="font-mono text-sm">{video}</span>,
    },
    {
      key: 'kind',
      title: 'What',
      room: 8,
      grows: 0.5,
      folds: 2,
      cell: ({ kind }) => (kind === 'archive' ? 'Export that was to be imported' : 'Recording'),
    },
    { key: 'size', title: 'Size', room: 8, grows: 0.5, folds: 1, cell: extent },
    {
      key: 'changed',
      title: 'Last changed',
      room: 6.5,
      folds: 4,
      cell: ({ changed_at }) => <DateTimeCell iso={changed_at} />,
    },
    {
      key: 'at',
      title: 'Set aside',
      room: 6.5,
      folds: 3,
      cell: ({ set_aside_at }) => <DateTimeCell iso={set_aside_at} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      room: 8,
      grows: 0.5,
      cell: (row) => (
        <span className="flex flex-wrap gap-2">
          {row.known && (
            <Button
              look="secondary"
              size="sm"
              busy={isDoing(row.name)}
              onClick={() => void act(row.name, () => change(adminRoutes.putBack, row))}
            >
              <Undo2 aria-hidden />
              Put back
            </Button>
          )}
          <Button look="secondary" size="sm" busy={isDoing(row.name)} onClick={() => void remove(row)}>
            <Trash2 aria-hidden />
            Remove
          </Button>
        </span>
      ),
    },
  ];

  return (
    <>
      <div className="mb-6">
        <h1 className="text-3xl">Set aside</h1>
        <p className="mt-1 max-w-prose text-soft">
          Files for which the database has no entry. They are kept until someone removes them here, and go back
          automatically when a database that knows them is restored.
        </p>
      </div>
      <AdminTable
        label="Set aside"
        name={name}
        columns={columns}
        keyOf={(row) => row.name}
        state={state}
        filter="Filter by id or day"
        empty="Nothing is set aside: the database knows every recording in the folder."
        load={(signal) => adminCall(adminRoutes.setAside, buildListing(state), { signal })}
      />
      {dialog}
    </>
  );
}
