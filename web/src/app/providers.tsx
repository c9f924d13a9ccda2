import { Outlet } from 'react-router';
import { Toaster } from '../ui/toast.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';

/** What every page but the landing page needs; in a chunk of its own, so that the landing page stays light. */
export default function Providers() {
  return (
    <TooltipProvider delayDuration={300}>
      <Outlet />
      <Toaster />
    </TooltipProvider>
  );
}
