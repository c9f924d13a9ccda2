import { Check, Link2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds the button says that it has copied. */
const saidFor = 2000;

/** Frames of other sites may be denied the clipboard; the old way works there after a click. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.style.cssText = 'position:fixed;opacity:0';
    document.body.append(field);
    field.select();
    // oxlint-disable-next-line no-deprecated -- the only way in a frame without the permission
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

type ShareProps = {
  label: string;
  /** Relative to the origin. */
  address: string;
  onShared?: (link: string) => void;
};

/** A button that copies an address; where the browser forbids it, the address is there to be copied by hand. */
export function ShareButton({ label, address, onShared }: ShareProps) {
  const [state, setState] = useState<'copied' | 'by hand'>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (state === 'by hand') field.current?.select();
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState(undefined), saidFor);
    return () => clearTimeout(timer);
  }, [state]);
  const share = async (): Promise<void> => {
    const link = new URL(address, location.href).href;
    setState((await copy(link)) ? 'copied' : 'by hand');
    onShared?.(link);
  };
  if (state === 'by hand')
    return (
      <input
        ref={field}
        readOnly
        aria-label={label}
        value={new URL(address, location.href).href}
        onBlur={() => setState(undefined)}
        className="h-8 w-56 max-w-full rounded-sm border border-edge bg-surface px-2 text-xs"
      />
    );
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => void share()}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium text-soft hover:bg-sunken hover:text-ink"
    >
      {state === 'copied' ? (
        <Check aria-hidden className="size-3.5 text-accent" />
      ) : (
        <Link2 aria-hidden className="size-3.5" />
      )}
      <span aria-live="polite">{state === 'copied' ? 'Copied!' : 'Copy link'}</span>
    </button>
  );
}
