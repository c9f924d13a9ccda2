import { Component, lazy } from 'react';
import type { ComponentType, ReactNode } from 'react';

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

async function tell(onAgain: () => void): Promise<void> {
  // Every page has fetched it by now, the light ones after they were shown.
  const { toast } = await import('./toast.tsx');
  toast.error(partMissing, { duration: 60_000, action: { label: 'Try again', onClick: onAgain } });
}

type BoundaryProps = { instead: ReactNode; onMissing: () => void; children: () => ReactNode };

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof PartMissing)) return;
    this.props.onMissing();
    void tell(() => this.setState({ error: undefined }));
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children();
    if (error instanceof PartMissing) return this.props.instead;
    throw error;
  }
}

/**
 * Something within a page in a chunk of its own, shown inside a `Suspense`. Where its chunk does not come the page stays
 * as it is: a message offers to try again, and `missing` stands in its place meanwhile.
 */
export function part<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const fetched = () => lazy(() => chunk(load));
  let Loaded = fetched();
  const forget = (): void => {
    // What has failed once fails for ever.
    Loaded = fetched();
  };
  return function Part({ missing, ...props }: Props & { missing?: ReactNode }) {
    return (
      <Boundary instead={missing} onMissing={forget}>
        {() => <Loaded {...(props as unknown as Props)} />}
      </Boundary>
    );
  };
}
