import type { Dashboard } from '@lectern/contract/library/dashboard';
import { Link } from 'react-router';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock, GenerateButton } from './embed-code.tsx';

/** On the dashboard of the professional plan: the embed code, and the way to everything else of the portal. */
export function EmbedCard({ dashboard: { embededScript } }: { dashboard: Dashboard }) {
  return (
    <Card aria-labelledby="embed" className="p-5">
      <h2 id="embed" className="eyebrow font-sans">
        Embeddable Webinar Portal
      </h2>
      <p className="mt-2 text-sm text-soft">
        One line for your own site: visitors browse, search, watch and share your chaptered webinars there.
      </p>
      <div className="mt-3 grid grid-cols-1 gap-3">
        {embededScript !== null && <CodeBlock code={embededScript} label="Embed code" />}
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
