import { type AdminJob, adminRoutes } from '@lectern/contract/admin';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, RotateCw } from 'lucide-react';
import { type Column, AdminTable } from '../features/admin/admin-table.tsx';
import { LongText } from '../features/admin/long-text.tsx';
import { listingOf, useTableState } from '../features/admin/use-table-state.ts';
import { When } from '../features/admin/when.tsx';
import { adminCall } from '../session/admin-call.ts';
import { failureText } from '../session/call.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { toast } from '../ui/toast.tsx';
import { useActs } from '../ui/use-acts.ts';

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
  const { act, isDoing } = useActs();

  const change = async (route: typeof adminRoutes.retryJob | typeof adminRoutes.cancelJob, id: string) => {
    try {
      toast.success((await adminCall(route, { id })).msg);
    } catch (error) {
      toast.error(failureText(error));
    }
    await client.invalidateQueries({ queryKey: name });
  };
  const cancel = async (job: AdminJob): Promise<void> => {
    const agreed = await ask({
      title: 'Are you sure you want to cancel this job?',
      detail: `${job.name}${job.video ? ` of ${job.video.title}` : ''}`,
      verb: 'Cancel the job',
      danger: true,
    });
    if (agreed) await act(job.id, () => change(adminRoutes.cancelJob, job.id));
  };

  const columns: readonly Column<AdminJob>[] = [
    { key: 'name', title: 'Job', cell: (job) => <span className="whitespace-nowrap">{job.name}</span> },
    {
      key: 'state',
      title: 'State',
      cell: (job) => (
        <span className={job.state === 'failed' ? 'font-medium text-danger' : ''}>{states[job.state]}</span>
      ),
    },
    {
      key: 'video',
      title: 'Video',
      prose: true,
      cell: ({ video }) => video?.title ?? <span className="text-soft">None</span>,
    },
    { key: 'attempts', title: 'Attempts', figures: true, cell: ({ attempts }) => attempts },
    { key: 'problem', title: 'Problem', cell: ({ problem }) => <LongText name="problem" text={problem ?? ''} /> },
    {
      key: 'created',
      title: 'Created',
      cell: ({ created_at }) => <When iso={created_at} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      pinned: true,
      cell: (job) =>
        job.state === 'failed' ? (
          <Button
            look="secondary"
            size="sm"
            busy={isDoing(job.id)}
            onClick={() => void act(job.id, () => change(adminRoutes.retryJob, job.id))}
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
        load={(signal) => adminCall(adminRoutes.jobs, listingOf(state), { signal })}
      />
      {dialog}
    </>
  );
}
