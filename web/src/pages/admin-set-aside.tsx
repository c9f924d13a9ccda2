import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { adminRoutes } from '@lectern/contract/operations/admin';
import type { QuarantinedFiles as Row } from '@lectern/contract/operations/upkeep';
import { Trash2, Undo2 } from 'lucide-react';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { formatDateTime } from '../features/operations/admin/dates.ts';
import { buildListing, useRowChange, useTableState } from '../features/operations/admin/use-table-state.ts';
import { momentColumn } from '../features/operations/admin/text-cells.tsx';
import { adminCall } from '../session/admin-call.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { useSerialActions } from '../ui/use-serial-actions.ts';

const name = ['admin', 'set-aside'] as const;

const extent = ({ bytes, files }: Row): string =>
  `${formatBytes(bytes)} in ${files === 1 ? '1 file' : `${files} files`}`;

/** Files for which nothing in the database stands: they wait here for a person, who puts them back or removes them. */
export default function AdminSetAside() {
  usePageTitle('Set aside');
  const state = useTableState('at');
  const { ask, dialog } = useConfirm();
  const { act, isDoing } = useSerialActions();

  const change = useRowChange(name);
  const remove = async (row: Row): Promise<void> => {
    const agreed = await ask({
      title: 'Are you sure you want to remove these files for good?',
      detail: `${row.video}, ${extent(row)}, last changed ${formatDateTime(row.changed_at)}. A database that knows this recording could no longer play it.`,
      verb: 'Remove for good',
      danger: true,
    });
    if (agreed) await act(row.name, () => change(() => adminCall(adminRoutes.removeQuarantined, { name: row.name })));
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
    momentColumn('Last changed', ({ changed_at }) => changed_at, { key: 'changed', folds: 4 }),
    momentColumn('Set aside', ({ set_aside_at }) => set_aside_at, { key: 'at', folds: 3 }),
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
              onClick={() =>
                void act(row.name, () => change(() => adminCall(adminRoutes.restoreFromQuarantine, { name: row.name })))
              }
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
        load={(signal) => adminCall(adminRoutes.searchQuarantined, buildListing(state), { signal })}
      />
      {dialog}
    </>
  );
}
