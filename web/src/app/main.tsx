import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/theme.css';
import { CrashScreen } from './crash-screen.tsx';
import { Router } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <CrashScreen>
      <Router />
    </CrashScreen>
  </StrictMode>,
);
