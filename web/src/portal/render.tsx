import type { PortalPage as Portal } from '@lectern/contract/portal';
import type { SharePage as Share } from '@lectern/contract/shares';
import { renderToString } from 'react-dom/server';
import { PortalPage } from './portal-page.tsx';
import { SharePage } from './shares/share-page.tsx';

/** A page of a portal as HTML, for the server. The browser takes over exactly this. */
export const renderPortal = (page: Portal): string => renderToString(<PortalPage {...page} />);

/** The page behind a link, likewise. */
export const renderShare = (page: Share): string => renderToString(<SharePage page={page} />);
