import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The page of an address at which no video is: trying again would not help. */
export default function NoSuchVideo() {
  return (
    <EmptyState
      level="h1"
      eyebrow="404 Not Found"
      title="There is no video at this address"
      actions={<ButtonLink to="/asset/view">Go to your videos</ButtonLink>}
    >
      It may have been deleted, or the address is not complete.
    </EmptyState>
  );
}
