import { Component } from 'react';
import type { ReactNode } from 'react';
import { PartMissing, partMissing } from '../ui/part.tsx';
import { UnexpectedError } from './unexpected-error.tsx';

/** Shows the error screen when a page throws while it renders. A class, because React offers no other way. */
export class CrashScreen extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('Unknown error') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const detail = error instanceof Error ? error.message : undefined;
    return error instanceof PartMissing ? (
      <UnexpectedError reload detail={detail} status={partMissing} />
    ) : (
      <UnexpectedError reload detail={detail} />
    );
  }
}
