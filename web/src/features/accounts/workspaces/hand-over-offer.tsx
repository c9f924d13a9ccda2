import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { useQueryClient } from '@tanstack/react-query';
import { attempt, call } from '../../../session/call.ts';
import { useWorkspaceState } from '../../../session/workspaces.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { dateInWords } from '../../../ui/date-in-words.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';

/** Asks whoever the workspace is offered to. */
export default function HandOverOffer() {
  const { data } = useWorkspaceState();
  const { act, isDoing } = useSerialActions();
  const { ask, dialog } = useConfirm();
  const queries = useQueryClient();
  if (!data?.handover?.is_for_you) return dialog;
  const { from, ends } = data.handover;
  const { firstname } = from;

  const answer = (route: typeof workspaceRoutes.acceptHandOver | typeof workspaceRoutes.declineHandOver) =>
    attempt(async () => {
      try {
        toast.success((await call(route, undefined)).msg);
      } finally {
        // Roles and rights have changed, or the offer is gone.
        await queries.invalidateQueries();
      }
    });
  const accept = async (): Promise<void> => {
    const agreed = await ask({
      title: `Take over ${data.shown_name}?`,
      detail: `You become an owner, with the plan and its payments. ${firstname} becomes an admin.`,
      verb: 'Take over',
    });
    if (agreed) await act('accept', () => answer(workspaceRoutes.acceptHandOver));
  };
  return (
    <Notice className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-60">
          {firstname} {from.lastname} offers you this workspace. The offer stands until {dateInWords(ends, 'medium')}.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={isDoing('accept')} onClick={() => void accept()}>
            Accept
          </Button>
          <Button
            look="secondary"
            size="sm"
            busy={isDoing('decline')}
            onClick={() => void act('decline', () => answer(workspaceRoutes.declineHandOver))}
          >
            Decline
          </Button>
        </div>
      </div>
      {dialog}
    </Notice>
  );
}
