import { Copy, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import type { Given } from './use-shares.ts';
import { shareName } from './share-target.ts';

type NewLinkProps = Given & { copied: boolean; onUndo: () => Promise<void> };

/** A link that was just given, with its address: it has the focus, which reads it out. */
export function NewLink({ share, isNew, copied, onUndo }: NewLinkProps) {
  const { act, isDoing } = useSerialActions();
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
        {isNew ? (copied ? 'Link created and copied.' : 'Link created.') : copied ? 'Link copied.' : 'Your link.'}
      </h3>
      <p className="text-sm">{shareName(share)}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p id="new-address" className="min-w-0 flex-1 basis-60 text-sm break-all select-all">
          {share.url}
        </p>
        <div className="flex flex-wrap gap-2">
          {isNew && (
            <Button size="sm" look="quiet" busy={isDoing('undo')} onClick={() => void act('undo', onUndo)}>
              <Undo2 aria-hidden />
              Undo
            </Button>
          )}
          <Button size="sm" look="secondary" onClick={() => void copyText(share.url, 'Link copied.')}>
            <Copy aria-hidden />
            Copy link
          </Button>
        </div>
      </div>
      {!copied && (
        <p className="text-sm text-soft">The browser did not allow copying. Press Copy link, or select the address.</p>
      )}
    </section>
  );
}
