import { Notice } from '../../ui/notice.tsx';

/** In the place of a form for paying that could not be set up (specification section 8). */
export function NotInitiated({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice kind="bad">
      Failed to initiate payment.{' '}
      <button type="button" className="prose-link" onClick={onRetry}>
        Try again
      </button>
    </Notice>
  );
}
