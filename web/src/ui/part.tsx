import { lazy } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Caught } from './caught.tsx';

/** A part of the application did not come: a lost connection, or a newer version has taken its place on the server. */
export class PartMissing extends Error {}

/** Loads a chunk; fails with `PartMissing`. */
export const chunk = <Module,>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((cause: unknown) => {
    throw new PartMissing(String(cause));
  });

/** What people are told of it. */
export const partMissing =
  'A part of this page could not be loaded. The connection may be gone, or there is a newer version.';

let toldAt = 0;

/** Once for all parts that are missing at the same moment. */
async function tell(): Promise<void> {
  const now = Date.now();
  if (now < toldAt + 2000) return;
  toldAt = now;
  // Every page has fetched it by now, the light ones after they were shown.
  const { toast } = await import('./toast.tsx');
  toast.error(partMissing, {
    duration: 30_000,
    action: { label: 'Load the page again', onClick: () => location.reload() },
  });
}

type Missing = { missing?: ReactNode; onMissing?: () => void; onClose?: () => void };

/**
 * Something within a page in a chunk of its own, shown inside a `Suspense`. Where its chunk does not come the page stays as it
 * is, a message says so, and `missing` stands in its place. Whoever opened it hears of it by `onMissing`, else by its `onClose`,
 * and takes it away: opened again, it is fetched again.
 */
export function part<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const fetched = () => lazy(() => chunk(load));
  let Loaded = fetched();
  return function Part({ missing, onMissing, ...props }: Props & Missing) {
    const { onClose } = props as Missing;
    const gone = (error: unknown): void => {
      if (!(error instanceof PartMissing)) return;
      // What has failed once fails for ever.
      Loaded = fetched();
      void tell();
      (onMissing ?? onClose)?.();
    };
    const instead = (error: unknown): ReactNode => {
      if (error instanceof PartMissing) return missing;
      throw error;
    };
    return (
      <Caught instead={instead} onCaught={gone}>
        <Loaded {...(props as unknown as Props)} />
      </Caught>
    );
  };
}
