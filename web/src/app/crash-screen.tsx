import type { ReactNode } from 'react';
import { Caught } from '../ui/error-boundary.tsx';
import { PartMissing, partMissing } from '../ui/lazy-part.tsx';
import { UnexpectedError } from './unexpected-error.tsx';

/** Shows the error screen when a page throws while it renders. */
export function CrashScreen({ children }: { children: ReactNode }) {
  return (
    <Caught
      instead={(error) => (
        <UnexpectedError
          reload
          detail={error instanceof Error ? error.message : undefined}
          status={error instanceof PartMissing ? partMissing : undefined}
        />
      )}
    >
      {children}
    </Caught>
  );
}
