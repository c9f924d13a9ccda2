import type { PortalPage as Page } from '@lectern/contract/publishing/portal';
import { hydrateRoot } from 'react-dom/client';
import '../ui/theme.css';
import { reportToParentFrame } from './portal-host.ts';
import { PortalPageView } from './portal-page.tsx';
import { readStartSeconds } from './video-host.ts';
import { countVisits } from './visits.ts';
import { liveTranslated } from '../ui/translated.ts';

liveTranslated();
const page = JSON.parse(document.getElementById('page')!.textContent) as Page;
countVisits(page.portal.token);
reportToParentFrame(page.portal.token);
const root = document.getElementById('portal')!;
hydrateRoot(root, <PortalPageView {...page} start={readStartSeconds(root)} />);
