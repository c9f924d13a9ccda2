import { useEffect, useState, type ComponentType } from 'react';
import { PageComing } from '../ui/page-placeholder.tsx';
import { chunk, UnreachedError } from '../ui/lazy-part.tsx';
import { whenReached } from '../ui/reach.ts';

/** Stands for a page that could not come for want of a connection, and becomes it when there is one. */
export function awaitedPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return function AwaitedPage(props) {
    const [attempt, setAttempt] = useState(0);
    const [Page, setPage] = useState<ComponentType<Props>>();
    useEffect(
      () =>
        whenReached(() => {
          chunk(load).then(
            (module) => setPage(() => module.default),
            (cause: unknown) => {
              if (cause instanceof UnreachedError) setAttempt(attempt + 1);
              else
                setPage(() => {
                  throw cause;
                });
            },
          );
        }),
      [attempt],
    );
    return Page ? <Page {...props} /> : <PageComing>{null}</PageComing>;
  };
}
