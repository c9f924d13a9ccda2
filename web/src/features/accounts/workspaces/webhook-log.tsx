import { type Webhook, type WebhookDelivery, WebhookKind, webhookRoutes } from '@lectern/contract/operations/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../../session/call.ts';
import { NotLoaded } from '../../../session/not-loaded.tsx';
import { Button } from '../../../ui/button.tsx';
import { momentInWords } from '../../../ui/date-in-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { kindNames } from './webhook-kinds.ts';

/** Deliveries that come with one call. */
const pageSize = 50;
/** Milliseconds after which waiting ones are looked at again. */
const lookAgain = 5_000;

const isOnItsWay = ({ state, next_at: next }: WebhookDelivery): boolean => state === 'waiting' && next === null;

const stateText = (
  { state, status, next_at: next, attempts, took_ms: took }: WebhookDelivery,
  isPaused: boolean,
): string => {
  const answered = status === null ? 'no answer' : `answered ${status}`;
  if (state === 'delivered') return `Delivered, ${answered} in ${took} ms`;
  if (state === 'failed') return `Not delivered, ${answered}`;
  if (attempts === 0) return isPaused ? 'Waits until the endpoint is turned on' : 'On its way';
  const when = next ? momentInWords(next) : 'soon';
  return `Not delivered yet, ${answered}. Next try: ${isPaused ? 'when the endpoint is turned on' : when}`;
};

const kindName = (kind: string): string => {
  const known = WebhookKind.safeParse(kind);
  return known.success ? kindNames[known.data] : 'Test';
};

/** Shows what was sent to an endpoint and how it answered; each can be sent again. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, state } = webhook;
  const log = useInfiniteQuery({
    queryKey: ['webhook log', id],
    // A test may have been sent just now.
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: before }) =>
      (await call(webhookRoutes.deliveries, { id, ...(before ? { before } : {}) })).data,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)!.id),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.flat().some((each) => each.state === 'waiting') ? lookAgain : false,
  });
  const { act, isDoing } = useSerialActions();
  const [error, setError] = useState<string>();
  const resend = (delivery: string): Promise<void> =>
    act(delivery, async () => {
      setError(undefined);
      try {
        await call(webhookRoutes.resend, { id, delivery });
        toast.success('The event is on its way again.');
      } catch (cause) {
        if (!isAnnounced(cause)) setError(failureText(cause));
      }
      await log.refetch();
    });
  const shown = log.data?.pages.flat();
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="What was sent"
      description={<span className="wrap-anywhere">{url}</span>}
    >
      {error && (
        <Notice kind="bad" className="mb-4">
          {error}
        </Notice>
      )}
      {!shown ? (
        <NotLoaded query={log} />
      ) : shown.length === 0 ? (
        <p className="py-6 text-center text-soft">Nothing was sent yet. Send a test event to try your endpoint.</p>
      ) : (
        <ul aria-label="Events" className="divide-y divide-line border-y border-line">
          {shown.map((delivery) => (
            <li key={delivery.id} className="grid gap-2 py-3 text-sm">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">{kindName(delivery.kind)}</span>
                <span className="text-soft">{momentInWords(delivery.created_at)}</span>
              </p>
              <p className={delivery.state === 'failed' ? 'text-danger' : 'text-soft'}>
                {stateText(delivery, state === 'paused')}
              </p>
              <details>
                <summary className="min-h-6 cursor-pointer text-soft">Payload and answer</summary>
                <pre className="mt-2 text-xs break-all whitespace-pre-wrap">{delivery.body}</pre>
                {delivery.answer && (
                  <pre className="mt-2 border-t border-line pt-2 text-xs break-all whitespace-pre-wrap">
                    {delivery.answer}
                  </pre>
                )}
              </details>
              {state !== 'paused' && !isOnItsWay(delivery) && (
                <div>
                  <Button
                    look="secondary"
                    size="sm"
                    busy={isDoing(delivery.id)}
                    onClick={() => void resend(delivery.id)}
                  >
                    Send again
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <div className="mt-4">
          <Button look="secondary" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Dialog>
  );
}
