import { lazy, useEffect, useState, type ComponentType, type ReactNode, Component, Suspense } from 'react';
import { isReached, whenReached } from './reach.ts';

/** A part of the application did not come: a lost connection, or a newer version has taken its place on the server. */
export class ChunkLoadError extends Error {}

/** It was not asked for, since the server cannot be reached. */
export class UnreachedError extends ChunkLoadError {}

/** Milliseconds (specification section 9). */
const chunkTimeout = 120_000;

/** Loads a chunk; fails with `ChunkLoadError` when it does not come, at the latest after 130 s. */
export async function chunk<Module>(load: () => Promise<Module>): Promise<Module> {
  // Chromium never asks again for a module that did not come.
  if (!(await isReached())) throw new UnreachedError('The server cannot be reached.');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('No answer.')), chunkTimeout);
  });
  try {
    return await Promise.race([load(), tooLate]);
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError(String(cause));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Loads a chunk as soon as the server can be reached. The returned function ends the wait, and then nothing is called.
 */
export function awaitChunk<Module>(
  load: () => Promise<Module>,
  onLoad: (module: Module) => void,
  onFailure: (cause: unknown) => void = () => undefined,
): () => void {
  let ended = false;
  let unwatch = (): void => undefined;
  const begin = (): void =>
    void chunk(load).then(
      (module) => {
        if (!ended) onLoad(module);
      },
      (cause: unknown) => {
        if (ended) return;
        if (cause instanceof UnreachedError) unwatch = whenReached(begin);
        else onFailure(cause);
      },
    );
  begin();
  return () => {
    ended = true;
    unwatch();
  };
}

export const partMissing =
  'A part of this page could not be loaded. The connection may be gone, or there is a newer version.';

let toldAt = 0;

/** Once for all parts that are missing at the same moment. */
export async function tellPartMissing(cause: unknown): Promise<void> {
  const now = Date.now();
  if (now < toldAt + 2000) return;
  toldAt = now;
  // already there: every page has fetched it by now, the light ones after they were shown
  const { toast } = await import('./toast.tsx');
  if (cause instanceof UnreachedError)
    return void toast.error('The server cannot be reached. Open this again when you are back.');
  toast.error(partMissing, {
    duration: 30_000,
    action: { label: 'Load the page again', onClick: () => location.reload() },
  });
}

type Missing = {
  fallback?: ReactNode;
  missing?: ReactNode;
  onMissing?: () => void;
  onClose?: () => void;
};

/**
 * How often a part that stands in a page is fetched again by itself: a newer version of the server may have none like
 * it.
 */
const tries = 3;

/**
 * A lazy component in its own chunk. On failure shows `missing` and a message, and calls `onMissing` or `onClose`;
 * otherwise retries when the server answers. `fetch` preloads it.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let coming: ReturnType<typeof load> | undefined;
  const fetchOnce = (): ReturnType<typeof load> => {
    coming ??= chunk(load).catch((cause: unknown) => {
      coming = undefined;
      throw cause;
    });
    return coming;
  };
  const fetched = () => lazy(fetchOnce);
  let Loaded = fetched();
  function Part({ fallback = null, missing, onMissing, ...props }: Props & Missing) {
    const { onClose } = props as Missing;
    const [failures, setFailures] = useState(0);
    const [attempt, setAttempt] = useState(0);
    useEffect(() => (failures > attempt ? whenReached(() => setAttempt(failures)) : undefined), [failures, attempt]);
    const gone = (error: unknown): void => {
      if (!(error instanceof ChunkLoadError)) return;
      // A lazy component that failed once fails for ever, so a new one replaces it.
      Loaded = fetched();
      const whoOpened = onMissing ?? onClose;
      if (whoOpened || failures + 1 >= tries) void tellPartMissing(error);
      if (whoOpened) whoOpened();
      else if (failures + 1 < tries) setFailures(failures + 1);
    };
    const instead = (error: unknown): ReactNode => {
      if (error instanceof ChunkLoadError) return missing;
      throw error;
    };
    return (
      <Suspense fallback={fallback}>
        <ErrorBoundary key={attempt} instead={instead} onCaught={gone}>
          <Loaded {...(props as unknown as Props)} />
        </ErrorBoundary>
      </Suspense>
    );
  }
  return Object.assign(Part, { fetch: () => void fetchOnce().catch(() => undefined) });
}

type CaughtProps = {
  /** Content in place of children that threw; may rethrow the error. */
  instead: (error: unknown) => ReactNode;
  onCaught?: (error: unknown) => void;
  children: ReactNode;
};

/** Catches what is thrown while its children render. A class, because React offers no other way. */
export class ErrorBoundary extends Component<CaughtProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('Unknown error') };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCaught?.(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : this.props.instead(error);
  }
}
