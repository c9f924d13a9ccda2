import { slideRoutes } from '@lectern/contract/outline/slides';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call, attempt } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { downloadText, followDownload } from './download-text.ts';

export function SlideDownloads({ passthrough }: { passthrough: string }) {
  const [busy, setBusy] = useState<'pdf' | 'text'>();
  const take = async (what: 'pdf' | 'text'): Promise<void> => {
    setBusy(what);
    await attempt(async () => {
      if (what === 'text') await downloadText(passthrough, 'slides.txt');
      else followDownload((await call(slideRoutes.slidesPdfLink, { passthrough })).url);
    });
    setBusy(undefined);
  };
  return (
    <div role="group" aria-label="Save the slides" className="flex">
      <Button look="quiet" size="sm" busy={busy === 'pdf'} onClick={() => void take('pdf')}>
        <Download aria-hidden /> PDF
      </Button>
      <Button look="quiet" size="sm" busy={busy === 'text'} onClick={() => void take('text')}>
        <Download aria-hidden /> Text
      </Button>
    </div>
  );
}
