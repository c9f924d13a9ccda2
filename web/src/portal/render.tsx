import type { PortalPage as Page } from '@lectern/contract/portal';
import { renderToString } from 'react-dom/server';
import { PortalPage } from './portal-page.tsx';

/** A page of a portal as HTML, for the server. The browser takes over exactly this. */
export const render = (page: Page): string => renderToString(<PortalPage {...page} />);
