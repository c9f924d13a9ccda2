import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/theme.css';
import { Announcements } from './announcements.tsx';
import { CrashScreen } from './crash-screen.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { Router } from './router.tsx';
import { liveTranslated } from '../ui/translated.ts';

liveTranslated();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <CrashScreen>
      <LoadingBar />
      <Router />
    </CrashScreen>
    <Announcements />
  </StrictMode>,
);
