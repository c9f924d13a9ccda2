import type { ClosedPage as Closing, PortalPage as Portal } from '@lectern/contract/publishing/portal';
import type { SharePage as Share } from '@lectern/contract/publishing/shares';
import { renderToString } from 'react-dom/server';
import { ClosedPageView } from './closed.tsx';
import { PortalPageView } from './portal-page.tsx';
import { SharePageView } from './shares/share-page.tsx';

/** A page of a portal as HTML, for the server. The browser takes over exactly this. */
export const renderPortal = (page: Portal): string => renderToString(<PortalPageView {...page} />);

/** The page behind a link, likewise. */
export const renderShare = (page: Share): string => renderToString(<SharePageView page={page} />);

export const renderClosed = (page: Closing): string => renderToString(<ClosedPageView {...page} />);
