import { useEffect, useState, type ComponentType } from 'react';
import { PageComing } from '../ui/page-placeholder.tsx';
import { chunk } from '../ui/lazy-part.tsx';
import { useOnline } from '../ui/reach.ts';

/** Stands for a page that could not come for want of a connection, and becomes it when there is one. */
export function awaitedPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return function AwaitedPage(props) {
    const online = useOnline();
    const [Page, setPage] = useState<ComponentType<Props>>();
    useEffect(() => {
      if (!online) return;
      chunk(load).then(
        (module) => setPage(() => module.default),
        (cause: unknown) =>
          setPage(() => {
            throw cause;
          }),
      );
    }, [online]);
    return Page ? <Page {...props} /> : <PageComing>{null}</PageComing>;
  };
}
