import type { ClosedPage as Closing, PortalPage as Portal } from '@lectern/contract/publishing/portal';
import type { SharePage as Share } from '@lectern/contract/publishing/shares';
import { renderToString } from 'react-dom/server';
import { ClosedPage } from './closed.tsx';
import { PortalPage } from './portal-page.tsx';
import { SharePage } from './shares/share-page.tsx';

/** A page of a portal as HTML, for the server. The browser takes over exactly this. */
export const renderPortal = (page: Portal): string => renderToString(<PortalPage {...page} />);

/** The page behind a link, likewise. */
export const renderShare = (page: Share): string => renderToString(<SharePage page={page} />);

/** Renders the page for a portal or share link that does not open. */
export const renderClosed = (page: Closing): string => renderToString(<ClosedPage {...page} />);
