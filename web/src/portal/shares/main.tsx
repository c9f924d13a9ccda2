import type { SharePage as Page } from '@lectern/contract/publishing/shares';
import { hydrateRoot } from 'react-dom/client';
import '../../ui/theme.css';
import { readStartSeconds } from '../video-host.ts';
import { SharePageView } from './share-page.tsx';
import { liveTranslated } from '../../ui/translated.ts';

liveTranslated();
const page = JSON.parse(document.getElementById('page')!.textContent) as Page;
const root = document.getElementById('share')!;
hydrateRoot(root, <SharePageView page={page} start={readStartSeconds(root)} />);
