import type { NewPortal } from '@lectern/contract/publishing/portal-settings';
import { useState } from 'react';
import type { Dashboard } from '@lectern/contract/library/dashboard';
import { Link } from 'react-router';
import { failureText, isAnnounced } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { useChangePortal } from './use-own-portal.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ErrorText } from '../../../ui/notice.tsx';

/** Most members publish once. */
const PublishDialog = lazyPart(() => import('./publish-dialog.tsx'));

/**
 * Makes the first code once it is chosen what to publish; a new one only after the question, for the old stops working
 * wherever it stands.
 */
export function GenerateButton({ exists }: { exists: boolean }) {
  const { generate } = useChangePortal();
  const { ask, dialog } = useConfirm();
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const begin = async (): Promise<void> => {
    if (!exists) return setChoosing(true);
    const agreed = await ask({
      title: 'Create a new embed code?',
      detail: 'The old code stops working immediately on every page that uses it, and so do links to the portal.',
      verb: 'Regenerate',
      danger: true,
    });
    if (agreed) await make();
  };
  const make = async (publication?: NewPortal): Promise<void> => {
    setChoosing(false);
    setBusy(true);
    setError(undefined);
    try {
      await generate(publication);
    } catch (cause) {
      if (!isAnnounced(cause)) setError(failureText(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button look={exists ? 'secondary' : 'primary'} size="sm" busy={busy} onClick={() => void begin()}>
        {exists ? 'Regenerate Embed Code' : 'Generate Embed Code'}
      </Button>
      <ErrorText text={error} className="mt-2" />
      {dialog}
      {choosing && (
        <PublishDialog onClose={() => setChoosing(false)} onPublish={(publication) => void make(publication)} />
      )}
    </div>
  );
}

/** On the dashboard of the professional plan: the embed code, and the way to everything else of the portal. */
export function EmbedCard({ dashboard: { embededScript } }: { dashboard: Dashboard }) {
  return (
    <Card id="embed" heading="Embeddable Webinar Portal" className="p-5">
      <p className="mt-2 text-sm text-soft">
        One line for your own site: visitors browse, search, watch and share your chaptered webinars there.
      </p>
      <div className="mt-3 grid grid-cols-1 gap-3">
        {embededScript !== null && <CodeBlock code={embededScript} label="Embed code" verb="Copy Code" />}
        <GenerateButton exists={embededScript !== null} />
        {embededScript !== null && (
          <Link to="/asset/portal" className="prose-link justify-self-start text-sm">
            Settings, preview and statistics
          </Link>
        )}
      </div>
    </Card>
  );
}
