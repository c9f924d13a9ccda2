import '../../ui/theme.css';
import type { SharePage as Page } from '@lectern/contract/publishing/shares';
import { hydrateRoot } from 'react-dom/client';
import { startOf } from '../start-of.ts';
import { SharePage } from './share-page.tsx';
import { liveTranslated } from '../../ui/translated.ts';

liveTranslated();
const page = JSON.parse(document.getElementById('page')!.textContent) as Page;
const root = document.getElementById('share')!;
hydrateRoot(root, <SharePage page={page} start={startOf(root)} />);
