import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { wasCopied } from './was-copied.ts';

/** Milliseconds 'Copied!' stands (specification section 9). */
const copiedFor = 2000;

/** A code with its button to copy it. Where the browser has no clipboard the code is selected, and that is told. */
export function CodeBlock({ code, label, verb }: { code: string; label: string; verb: `Copy ${string}` }) {
  const field = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    const isCopied = await wasCopied(code);
    setCopied(isCopied);
    setRefused(!isCopied);
    if (!isCopied && field.current) getSelection()?.selectAllChildren(field.current);
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <pre
        role="region"
        aria-label={label}
        // A region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-36 overflow-auto rounded-md border border-line bg-sunken p-3 text-xs leading-relaxed break-all whitespace-pre-wrap"
      >
        <code ref={field}>{code}</code>
      </pre>
      <div>
        <Button look="secondary" size="sm" onClick={() => void copy()}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          <span aria-live="polite">{copied ? 'Copied!' : verb}</span>
        </Button>
        <p role="status" className="mt-2 text-sm text-soft empty:hidden">
          {refused && 'The browser did not allow copying. The code is selected: copy it with your keyboard.'}
        </p>
      </div>
    </div>
  );
}
