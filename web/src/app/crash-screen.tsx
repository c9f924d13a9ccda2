import type { ReactNode } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ChunkLoadError, partMissing } from '../ui/lazy-part.tsx';
import { UnexpectedError } from './unexpected-error.tsx';

/** Shows the error screen when a page throws while it renders. */
export function CrashScreen({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      instead={(error) => (
        <UnexpectedError
          reload
          detail={error instanceof Error ? error.message : undefined}
          status={error instanceof ChunkLoadError ? partMissing : undefined}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
