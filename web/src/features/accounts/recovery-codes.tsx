import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { Notice } from '../../ui/notice.tsx';
import { wasCopied } from '../../ui/was-copied.ts';

/** Shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  const text = `${codes.join('\n')}\n`;
  const copy = (): void => void wasCopied(text).then(setCopied);
  return (
    <div ref={leavesFocus} className="grid gap-5">
      <Notice kind="good">
        From now on you will be asked for a code. Keep these recovery codes somewhere you can reach without your phone:
        each one replaces the app once, and they are shown only now.
      </Notice>
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={copy}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className="inline-flex min-h-10 items-center gap-2 rounded-md border border-edge bg-surface px-4 text-sm font-medium hover:border-ink hover:bg-sunken [&_svg]:size-4"
        >
          <Download aria-hidden />
          Download
        </a>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
      {copied === false && (
        <p role="status" className="text-sm text-soft">
          Your browser did not let us copy them. Please select them, or download the file.
        </p>
      )}
    </div>
  );
}
