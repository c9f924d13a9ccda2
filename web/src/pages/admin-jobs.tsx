import { type AdminJob, adminRoutes } from '@lectern/contract/operations/admin';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, RotateCw } from 'lucide-react';
import { AdminTable } from '../features/operations/admin/admin-table.tsx';
import type { TableColumn } from '../features/operations/admin/column.ts';
import { LongText, momentColumn } from '../features/operations/admin/text-cells.tsx';
import { buildListing, useRowChange, useTableState } from '../features/operations/admin/use-table-state.ts';
import { adminCall } from '../session/admin-call.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { useSerialActions } from '../ui/use-serial-actions.ts';

const name = ['admin', 'jobs'] as const;

const states: Readonly<Record<AdminJob['state'], string>> = {
  created: 'Waiting',
  retry: 'Waiting to be tried again',
  active: 'Running',
  completed: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

const alive: ReadonlySet<AdminJob['state']> = new Set(['created', 'retry', 'active']);

export default function AdminJobs() {
  usePageTitle('Jobs');
  const state = useTableState('state');
  const client = useQueryClient();

  const { ask, dialog } = useConfirm();
  const { act, isDoing } = useSerialActions();

  const change = useRowChange(name);
  const cancel = async (job: AdminJob): Promise<void> => {
    const agreed = await ask({
      title: 'Are you sure you want to cancel this job?',
      detail: `${job.name}${job.video ? ` of ${job.video.title}` : ''}`,
      verb: 'Cancel the job',
      danger: true,
    });
    if (agreed) await act(job.id, () => change(() => adminCall(adminRoutes.cancelJob, { id: job.id })));
  };

  const columns: readonly TableColumn<AdminJob>[] = [
    { key: 'name', title: 'Job', room: 10, grows: 1, cell: (job) => job.name },
    {
      key: 'state',
      title: 'State',
      room: 7,
      folds: 1,
      cell: (job) => (
        <span className={job.state === 'failed' ? 'font-medium text-danger' : ''}>{states[job.state]}</span>
      ),
    },
    {
      key: 'video',
      title: 'Video',
      room: 12,
      grows: 2,
      folds: 2,
      cell: ({ video }) => video?.title ?? <span className="text-soft">None</span>,
    },
    { key: 'attempts', title: 'Attempts', room: 5.5, folds: 5, figures: true, cell: ({ attempts }) => attempts },
    {
      key: 'problem',
      title: 'Problem',
      room: 12,
      grows: 2,
      folds: 3,
      cell: ({ problem }) => <LongText name="problem" text={problem ?? ''} />,
    },
    momentColumn('Created', ({ created_at }) => created_at, { key: 'created', folds: 4 }),
    {
      key: 'actions',
      title: 'Actions',
      room: 8.5,
      cell: (job) =>
        job.state === 'failed' ? (
          <Button
            look="secondary"
            size="sm"
            busy={isDoing(job.id)}
            onClick={() => void act(job.id, () => change(() => adminCall(adminRoutes.retryJob, { id: job.id })))}
          >
            <RotateCw aria-hidden />
            Run again
          </Button>
        ) : (
          alive.has(job.state) && (
            <Button look="secondary" size="sm" busy={isDoing(job.id)} onClick={() => void cancel(job)}>
              <Ban aria-hidden />
              Cancel
            </Button>
          )
        ),
    },
  ];

  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">Jobs</h1>
          <p className="mt-1 text-soft">From the last week, failed ones first.</p>
        </div>
        <Button look="secondary" onClick={() => void client.invalidateQueries({ queryKey: name })}>
          Refresh
        </Button>
      </div>
      <AdminTable
        label="Jobs"
        name={name}
        columns={columns}
        keyOf={({ id }) => id}
        state={state}
        filter="Filter by job, id or problem"
        empty="No job has run yet."
        load={(signal) => adminCall(adminRoutes.jobs, buildListing(state), { signal })}
      />
      {dialog}
    </>
  );
}
