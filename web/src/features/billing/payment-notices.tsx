import { FlaskConical } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/button-link.tsx';

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

/** Before somebody pays for tokens whom nothing is written for: they keep them, and can use them with a plan. */
export const NeedsPlan = () => (
  <Notice>
    Your plan has expired, and tokens can only be used with a plan. What you buy is kept until then.{' '}
    <TextLink to="/asset/plan">Choose a plan first</TextLink>
  </Notice>
);

/** Stands wherever money is spoken of while no money moves; it cannot be closed. */
export function SandboxNotice() {
  return (
    <p className="flex items-start gap-2.5 rounded-md border border-dashed border-edge px-4 py-2.5 text-sm">
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0 text-brass" />
      <span>
        <strong className="font-semibold">Sandbox payments.</strong>{' '}
        <span className="text-soft">No money moves, and only test cards are taken.</span>
      </span>
    </p>
  );
}
