import type { OwnPortal } from '@lectern/contract/publishing/portal';
import { clsx } from 'clsx';
import { ExternalLink, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** The portal as visitors see it, redrawn with every change. What is done in it is not counted. */
export function PortalPreview({ portal }: { portal: OwnPortal }) {
  const [narrow, setNarrow] = useState(false);
  return (
    <Card aria-labelledby="portal-preview" className="overflow-clip xl:sticky xl:top-20">
      <div className="flex flex-wrap items-center gap-1 border-b border-line py-2 pr-2 pl-5">
        <h2 id="portal-preview" className="grow text-xl">
          Preview
        </h2>
        <IconButton
          label="Wide"
          icon={<Monitor aria-hidden />}
          aria-pressed={!narrow}
          className={clsx(!narrow && 'bg-sunken text-accent')}
          onClick={() => setNarrow(false)}
        />
        <IconButton
          label="As on a phone"
          icon={<Smartphone aria-hidden />}
          aria-pressed={narrow}
          className={clsx(narrow && 'bg-sunken text-accent')}
          onClick={() => setNarrow(true)}
        />
        <a
          href={portal.page}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm font-medium hover:bg-sunken"
        >
          Open page
          <ExternalLink aria-hidden className="size-4" />
        </a>
      </div>
      <div className="bg-sunken">
        <iframe
          key={`${portal.token} ${portal.version}`}
          // The name tells the portal not to count.
          name="lectern preview"
          title="Preview of the portal"
          src={new URL(portal.page).pathname}
          // Content from the settings must not reach the session of the page around, hence the sandbox.
          sandbox="allow-scripts allow-popups allow-downloads"
          allow="fullscreen; clipboard-write"
          className={clsx('mx-auto block h-[44rem] bg-paper', narrow ? 'w-[390px] max-w-full' : 'w-full')}
        />
      </div>
    </Card>
  );
}
