import {
  Activity,
  Archive,
  Building2,
  ClipboardList,
  Coins,
  CreditCard,
  Film,
  LayoutDashboard,
  MessageSquare,
  ShieldCheck,
  Users,
  Workflow,
} from 'lucide-react';

export const adminPages = [
  { to: '/admin/dashboard', text: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/users', text: 'Users', icon: Users },
  { to: '/admin/workspaces', text: 'Workspaces', icon: Building2 },
  { to: '/admin/videos', text: 'Videos', icon: Film },
  { to: '/admin/token-histories', text: 'Token histories', icon: Coins },
  { to: '/admin/payment-histories', text: 'Payment histories', icon: CreditCard },
  { to: '/admin/reports', text: 'Reports', icon: MessageSquare },
  { to: '/admin/jobs', text: 'Jobs', icon: Workflow },
  { to: '/admin/set-aside', text: 'Set aside', icon: Archive },
  { to: '/admin/health', text: 'System health', icon: Activity },
  { to: '/admin/security', text: 'Security log', icon: ShieldCheck },
  { to: '/admin/audit', text: 'Audit log', icon: ClipboardList },
] as const;

/** Extra pages of the palette; the specification hides them from the sidebar and the menu. */
export const hiddenPages = [{ to: '/admin/account', text: 'Your account' }] as const;
