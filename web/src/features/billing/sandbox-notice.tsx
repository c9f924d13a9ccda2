import { FlaskConical } from 'lucide-react';

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
