import { Presentation, ExternalLink, Monitor, Smartphone } from 'lucide-react';
import type { OwnPortal } from '@lectern/contract/publishing/portal';
import { clsx } from 'clsx';
import { useState } from 'react';
import { GenerateButton } from '../features/publishing/portal/embed-code.tsx';
import { Failure } from '../session/not-loaded.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { SettingsForm } from '../features/publishing/portal/settings-form.tsx';
import { Statistics } from '../features/publishing/portal/statistics.tsx';
import { useOwnPortal } from '../features/publishing/portal/use-own-portal.ts';
import { useMember, Allowed } from '../session/stored-session.ts';
import { Notice } from '../ui/notice.tsx';
import { ButtonLink, TextLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageComing, Skeleton } from '../ui/page-placeholder.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** The portal from its owner's side: code, settings with a preview, statistics. */
export default function PortalPage() {
  usePageTitle('Webinar Portal');
  const { plan } = useMember();
  return plan === 'professional' ? (
    <PortalOwnerView />
  ) : (
    <EmptyState
      level="h1"
      icon={<Presentation aria-hidden />}
      title="Embeddable Webinar Portal"
      actions={<ButtonLink to="/asset/plan">See the Professional plan</ButtonLink>}
    >
      With the Professional plan your chaptered webinars appear on your own site: visitors browse, search, watch and
      share them there, and search engines find every chapter.
    </EmptyState>
  );
}

function PortalOwnerView() {
  const { data: portal, error, isFetching, refetch } = useOwnPortal();
  const { membership_expired } = useMember();
  if (portal === undefined && error) return <Failure query={{ error, isFetching, refetch }} />;
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-7 px-4 py-8 sm:px-6 lg:py-10">
      <h1 className="text-3xl">Embeddable Webinar Portal</h1>
      {portal === undefined ? (
        <PageComing>
          <Skeleton className="h-96" />
        </PageComing>
      ) : portal === null ? (
        <EmptyState
          icon={<Presentation aria-hidden />}
          title="Your webinars on your own site"
          actions={
            <Allowed right="curate">
              <GenerateButton exists={false} />
            </Allowed>
          }
        >
          One line of code shows your chaptered webinars wherever you paste it. You choose which, in which order, and
          how it looks.
        </EmptyState>
      ) : (
        <>
          {membership_expired && (
            <Notice>
              Your portal is paused: visitors read that the webinars are not available at the moment. Everything is
              kept, and comes back as soon as you <TextLink to="/asset/plan">renew your plan</TextLink>.
            </Notice>
          )}
          <div className="grid grid-cols-1 items-start gap-7 xl:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
            <div className="grid grid-cols-1 content-start gap-7">
              <Card className="grid grid-cols-1 gap-3 p-5">
                <h2 className="text-xl">Embed code</h2>
                <CodeBlock code={portal.code} label="Embed code" verb="Copy Code" />
                <details className="text-sm">
                  <summary className="min-h-6 cursor-pointer">For sites that forbid scripts, or limit them</summary>
                  <div className="mt-3 grid grid-cols-1 gap-3">
                    <p className="text-soft">A plain frame, of a fixed height:</p>
                    <CodeBlock code={portal.iframe} label="Code without a script" verb="Copy Code" />
                    <p className="text-soft">
                      Where a Content-Security-Policy forbids styles in the page, the code without its style, and a line
                      for your own stylesheet that keeps the room free:
                    </p>
                    <CodeBlock code={portal.unstyled.code} label="Code without a style" verb="Copy Code" />
                    <CodeBlock code={portal.unstyled.css} label="Line for the stylesheet" verb="Copy line" />
                    <p className="text-soft">
                      With a Content-Security-Policy, allow this address for scripts and frames:
                    </p>
                    <CodeBlock
                      code={`script-src ${new URL(portal.page).origin}; frame-src ${new URL(portal.page).origin}`}
                      label="Content-Security-Policy"
                      verb="Copy policy"
                    />
                  </div>
                </details>
                <Allowed right="curate">
                  <GenerateButton exists />
                </Allowed>
              </Card>
              <Allowed right="curate">
                <SettingsForm key={portal.token} portal={portal} />
              </Allowed>
            </div>
            <PortalPreview portal={portal} />
          </div>
          <Statistics />
        </>
      )}
    </div>
  );
}

/** The portal as visitors see it, redrawn with every change. What is done in it is not counted. */
function PortalPreview({ portal }: { portal: OwnPortal }) {
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
