import '../../ui/theme.css';
import type { SharePage as Page } from '@lectern/contract/shares';
import { hydrateRoot } from 'react-dom/client';
import { SharePage } from './share-page.tsx';

const page = JSON.parse(document.getElementById('page')!.textContent) as Page;
hydrateRoot(document.getElementById('share')!, <SharePage page={page} />);
