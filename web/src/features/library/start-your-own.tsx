import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { tellFailure } from '../../session/call.ts';
import { startOwn } from '../../session/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** For somebody who was invited and is in nobody else's workspace any more. */
export function StartYourOwn() {
  const navigate = useNavigate();
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      await startOwn();
      await navigate('/asset/view');
    },
    onError: tellFailure,
  });
  return (
    <EmptyState
      title="Start your own library"
      actions={
        <Button size="lg" busy={isPending} onClick={() => mutate()}>
          Start your own
        </Button>
      }
    >
      You are in no other workspace. Your own begins with a free trial: 3 days, no card required.
    </EmptyState>
  );
}
