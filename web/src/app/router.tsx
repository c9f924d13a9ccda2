import { Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { BareLayout } from './bare-layout.tsx';
import { lazyPage } from './lazy-page.ts';

const Landing = lazyPage(() => import('../pages/landing.tsx'));
const AppRoutes = lazyPage(() => import('./app-routes.tsx'));

/** The landing page, and all other addresses in a chunk of their own (`app-routes.tsx`). */
export function Router() {
  return (
    <BrowserRouter>
      <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
        <Routes>
          <Route element={<BareLayout />}>
            <Route index element={<Landing />} />
          </Route>
          <Route path="*" element={<AppRoutes />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}
