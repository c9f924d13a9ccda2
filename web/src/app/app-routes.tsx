import { libraryPage, watchPage } from '@lectern/contract/rules/first-pages';
import type { Right } from '@lectern/contract/rules/rights';
import type { ComponentType } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { Allowed } from '../session/stored-session.ts';
import { lazyPage } from './lazy-page.ts';
import { PublicLayout } from './public-layout.tsx';
import { UnexpectedError } from './unexpected-error.tsx';

const AssetLayout = lazyPage(() => import('./asset-layout.tsx'));
const Login = lazyPage(() => import('../pages/login.tsx'));
const SignedIn = lazyPage(() => import('../pages/signed-in.tsx'));
const Register = lazyPage(() => import('../pages/register.tsx'));
const EmailVerify = lazyPage(() => import('../pages/email-verify.tsx'));
const VerifyEmail = lazyPage(() => import('../pages/verify-email.tsx'));
const ForgotPassword = lazyPage(() => import('../pages/forgot-password.tsx'));
const ConfirmAddress = lazyPage(() => import('../pages/confirm-address.tsx'));
const ResetPassword = lazyPage(() => import('../pages/reset-password.tsx'));
const Invitation = lazyPage(() => import('../pages/invitation.tsx'));
const Authorize = lazyPage(() => import('../pages/authorize.tsx'));
const Support = lazyPage(() => import('../pages/support.tsx'));
const Contact = lazyPage(() => import('../pages/contact.tsx'));
const Blog = lazyPage(() => import('../pages/blog.tsx'));
const ApiReference = lazyPage(() => import('../pages/api-reference.tsx'));
const PaymentSuccessful = lazyPage(() => import('../pages/payment-successful.tsx'));
const PaymentCancelled = lazyPage(() => import('../pages/payment-cancelled.tsx'));
const Terms = lazyPage(() => import('../pages/terms.tsx'));
const Privacy = lazyPage(() => import('../pages/privacy.tsx'));
const Library = lazyPage(() => import('../pages/library.tsx'));
const Upload = lazyPage(() => import('../pages/upload.tsx'));
const Video = lazyPage(() => import('../pages/video.tsx'));
const Highlights = lazyPage(() => import('../pages/highlights.tsx'));
const Glossary = lazyPage(() => import('../pages/glossary.tsx'));
const Rewrite = lazyPage(() => import('../pages/rewrite.tsx'));
const Portal = lazyPage(() => import('../pages/portal.tsx'));
const Statistics = lazyPage(() => import('../pages/statistics.tsx'));
const VideoCut = lazyPage(() => import('../pages/video-cut.tsx'));
const PlanSelection = lazyPage(() => import('../pages/plan.tsx'));
const Account = lazyPage(() => import('../pages/account.tsx'));
const Workspace = lazyPage(() => import('../pages/workspace.tsx'));
const RoleTooLow = lazyPage(() => import('../features/accounts/workspaces/role-too-low.tsx'));
const SandboxCheckout = lazyPage(() => import('../pages/sandbox-checkout.tsx'));
const AdminRoutes = lazyPage(() => import('./admin-routes.tsx'));

/** The pages that are opened most come together with the layout around them, and not after it. */
const first = libraryPage.test(location.pathname) ? Library : watchPage.test(location.pathname) && Video;
if (first) for (const part of [AssetLayout, first]) part.fetch();

/** Shows a page to those with a right; the others read what they `cannot`, and who can change it. */
const showTo = (right: Right, Page: ComponentType, cannot: string) => (
  <Allowed right={right} instead={<RoleTooLow cannot={cannot} />}>
    <Page />
  </Allowed>
);

/** Every address of the product but the landing page's, in a chunk of their own: it stays light without them. */
export default function AppRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route path="login" element={<Login />} />
        <Route path="signed-in" element={<SignedIn />} />
        <Route path="register" element={<Register />} />
        <Route path="email-verify" element={<EmailVerify />} />
        <Route path="verify-email" element={<VerifyEmail />} />
        <Route path="forgot-password" element={<ForgotPassword />} />
        <Route path="confirm-address" element={<ConfirmAddress />} />
        <Route path="reset-password" element={<ResetPassword />} />
        <Route path="invitation" element={<Invitation />} />
        <Route path="oauth/authorize" element={<Authorize />} />
        <Route path="support" element={<Support />} />
        <Route path="privacy-policy" element={<Privacy />} />
        <Route path="terms-of-service" element={<Terms />} />
        <Route path="contact" element={<Contact />} />
        <Route path="blog" element={<Blog />} />
        <Route path="docs/api" element={<ApiReference />} />
        <Route path="stripe/default/success" element={<PaymentSuccessful />} />
        <Route path="stripe/default/cancel" element={<PaymentCancelled />} />
        <Route path="sandbox/checkout/:id" element={<SandboxCheckout />} />
      </Route>
      <Route path="admin/*" element={<AdminRoutes />} />
      <Route path="asset" element={<AssetLayout around="library" />}>
        <Route index element={<Navigate to="/asset/view" replace />} />
        <Route path="view" element={<Library />} />
      </Route>
      <Route path="asset" element={<AssetLayout around="video" />}>
        <Route path=":id" element={<Video />} />
      </Route>
      <Route path="asset" element={<AssetLayout />}>
        <Route path="upload" element={showTo('edit', Upload, 'upload')} />
        <Route path="plan" element={showTo('bill', PlanSelection, 'choose the plan')} />
        <Route path="account" element={<Account />} />
        <Route path="workspace" element={<Workspace />} />
        <Route path="highlights" element={<Highlights />} />
        <Route path="glossary" element={<Glossary />} />
        <Route path="glossary/:rewrite" element={showTo('curate', Rewrite, 'correct the whole library')} />
        <Route path="statistics" element={showTo('publish', Statistics, 'see statistics')} />
        <Route path="portal" element={showTo('publish', Portal, 'publish webinars')} />
        <Route path="video-cut" element={showTo('edit', VideoCut, 'cut clips')} />
      </Route>
      <Route path="*" element={<UnexpectedError status="404 Not Found" />} />
    </Routes>
  );
}
