import '../ui/theme.css';
import type { PortalPage as Page } from '@lectern/contract/publishing/portal';
import { hydrateRoot } from 'react-dom/client';
import { reportToHost } from './parent-frame.ts';
import { PortalPage } from './portal-page.tsx';
import { startOf } from './start-of.ts';
import { countVisits } from './visits.ts';
import { liveTranslated } from '../ui/translated.ts';

liveTranslated();
const page = JSON.parse(document.getElementById('page')!.textContent) as Page;
countVisits(page.portal.token);
reportToHost(page.portal.token);
const root = document.getElementById('portal')!;
hydrateRoot(root, <PortalPage {...page} start={startOf(root)} />);
