import { Navigate, Route, Routes } from 'react-router';
import AdminLayout from './admin-layout.tsx';
import { lazyPage } from './lazy-page.ts';
import { PublicLayout } from './public-layout.tsx';
import { UnexpectedError } from './unexpected-error.tsx';

const AdminLogin = lazyPage(() => import('../pages/admin-login.tsx'));
const AdminSignedIn = lazyPage(() => import('../pages/admin-signed-in.tsx'));
const AdminDashboard = lazyPage(() => import('../pages/admin-dashboard.tsx'));
const AdminUsers = lazyPage(() => import('../pages/admin-users.tsx'));
const AdminWorkspaces = lazyPage(() => import('../pages/admin-workspaces.tsx'));
const AdminVideos = lazyPage(() => import('../pages/admin-videos.tsx'));
const AdminTokenHistories = lazyPage(() => import('../pages/admin-token-histories.tsx'));
const AdminPaymentHistories = lazyPage(() => import('../pages/admin-payment-histories.tsx'));
const AdminReports = lazyPage(() => import('../pages/admin-reports.tsx'));
const AdminJobs = lazyPage(() => import('../pages/admin-jobs.tsx'));
const AdminSetAside = lazyPage(() => import('../pages/admin-set-aside.tsx'));
const AdminHealth = lazyPage(() => import('../pages/admin-health.tsx'));
const AdminSecurity = lazyPage(() => import('../pages/admin-security.tsx'));
const AdminAccount = lazyPage(() => import('../pages/admin-account.tsx'));
const AdminAudit = lazyPage(() => import('../pages/admin-audit.tsx'));

/** The addresses of the back office, in a chunk of their own: nobody else pays for them. */
export default function AdminRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route path="login" element={<AdminLogin />} />
        <Route path="signed-in" element={<AdminSignedIn />} />
      </Route>
      <Route element={<AdminLayout />}>
        <Route index element={<Navigate to="/admin/dashboard" replace />} />
        <Route path="dashboard" element={<AdminDashboard />} />
        <Route path="users" element={<AdminUsers />} />
        <Route path="workspaces" element={<AdminWorkspaces />} />
        <Route path="videos" element={<AdminVideos />} />
        <Route path="token-histories/:employee_id?" element={<AdminTokenHistories />} />
        <Route path="payment-histories/:employee_id?" element={<AdminPaymentHistories />} />
        <Route path="reports" element={<AdminReports />} />
        <Route path="jobs" element={<AdminJobs />} />
        <Route path="set-aside" element={<AdminSetAside />} />
        <Route path="health" element={<AdminHealth />} />
        <Route path="security" element={<AdminSecurity />} />
        <Route path="account" element={<AdminAccount />} />
        <Route path="audit" element={<AdminAudit />} />
      </Route>
      <Route path="*" element={<UnexpectedError status="404 Not Found" />} />
    </Routes>
  );
}
