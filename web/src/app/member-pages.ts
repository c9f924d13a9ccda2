import type { UserSession } from '@lectern/contract/accounts/accounts';
import { ChartNoAxesColumn, CreditCard, Highlighter, Library, Presentation, SpellCheck, Upload } from 'lucide-react';

const pages = [
  { to: '/asset/view', text: 'Video Library', icon: Library },
  { to: '/asset/upload', text: 'Video Upload', icon: Upload },
  { to: '/asset/highlights', text: 'Highlights', icon: Highlighter },
  { to: '/asset/glossary', text: 'Glossary', icon: SpellCheck },
  { to: '/asset/statistics', text: 'Statistics', icon: ChartNoAxesColumn },
  { to: '/asset/portal', text: 'Webinar Portal', icon: Presentation, plan: 'professional' },
  { to: '/asset/plan', text: 'Plan Selection', icon: CreditCard },
] as const;

/** The pages of a subscriber, in the order of the sidebar. */
export const memberPages = (plan: UserSession['plan']) =>
  pages.filter((page) => !('plan' in page) || page.plan === plan);
