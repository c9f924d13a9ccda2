import { useLocation } from 'react-router';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** For addresses of the specification whose page is still to be built: says so instead of pretending. */
export default function Later() {
  const { pathname } = useLocation();
  usePageTitle('Not here yet');
  return (
    <EmptyState
      eyebrow={pathname}
      title="This page is not here yet"
      actions={
        <ButtonLink look="secondary" to="/asset/view">
          To your videos
        </ButtonLink>
      }
    >
      <p>It belongs to a later step of the product. Everything else works without it.</p>
    </EmptyState>
  );
}
