import { Component } from 'react';
import type { ReactNode } from 'react';

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
