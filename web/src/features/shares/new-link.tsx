import type { Share } from '@lectern/contract/shares';
import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { shareName } from './wanted.ts';

/** A link that was just made, with its address, where the form was looked at: it has the focus, which reads it out. */
export function NewLink({ share, copied }: { share: Share; copied: boolean }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="new-link"
      aria-describedby="new-address"
      className="grid scroll-mt-4 gap-2 rounded-md border border-edge bg-accent-wash p-4 outline-none"
    >
      <h3 id="new-link" className="font-sans text-base font-semibold tracking-normal">
        {copied ? 'Link created and copied.' : 'Link created.'}
      </h3>
      <p className="text-sm">{shareName(share)}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p id="new-address" className="min-w-0 flex-1 basis-60 text-sm break-all select-all">
          {share.url}
        </p>
        <Button size="sm" look="secondary" onClick={() => void copyText(share.url, 'Link copied.')}>
          <Copy aria-hidden />
          Copy link
        </Button>
      </div>
    </section>
  );
}
