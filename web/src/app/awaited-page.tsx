import { useEffect, useState, type ComponentType } from 'react';
import { PageComing } from '../ui/page-placeholder.tsx';
import { awaitChunk } from '../ui/lazy-part.tsx';

/** Stands for a page that could not come for want of a connection, and becomes it when there is one. */
export function awaitedPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return function AwaitedPage(props) {
    const [Page, setPage] = useState<ComponentType<Props>>();
    useEffect(
      () =>
        awaitChunk(
          load,
          (module) => setPage(() => module.default),
          (cause) =>
            setPage(() => {
              throw cause;
            }),
        ),
      [],
    );
    return Page ? <Page {...props} /> : <PageComing>{null}</PageComing>;
  };
}
