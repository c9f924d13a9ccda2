/**
 * Addresses that are opened most often: the server names their scripts in the page, and the web app asks for what they
 * show before those have come.
 */
export const libraryPage = /^\/asset\/view\/?$/;
/** The page of a video; its one group is the video. */
export const watchPage = /^\/asset\/([\da-f]{8}-[\da-f-]{27})\/?$/i;

/** Every page of the web app, as its router writes paths. */
export const pages: readonly string[] = [
  '/',
  '/login',
  '/register',
  '/email-verify',
  '/verify-email',
  '/forgot-password',
  '/confirm-address',
  '/reset-password',
  '/support',
  '/privacy-policy',
  '/terms-of-service',
  '/contact',
  '/blog',
  '/stripe/default/success',
  '/stripe/default/cancel',
  '/sandbox/checkout/:id',
  '/asset',
  '/asset/view',
  '/asset/:id',
  '/asset/upload',
  '/asset/plan',
  '/asset/account',
  '/asset/highlights',
  '/asset/glossary',
  '/asset/glossary/:rewrite',
  '/asset/statistics',
  '/asset/portal',
  '/asset/video-cut',
  '/admin',
  '/admin/login',
  '/admin/dashboard',
  '/admin/users',
  '/admin/videos',
  '/admin/token-histories/:employee_id?',
  '/admin/payment-histories/:employee_id?',
  '/admin/reports',
  '/admin/jobs',
  '/admin/set-aside',
  '/admin/health',
  '/admin/security',
  '/admin/account',
  '/admin/audit',
];

const patterns = pages.map(
  (path) => new RegExp(`^${path.replace(/\/:\w+\?$/, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
);

/** Whether the web app has a page at this path, as its router sees it. */
export const isPage = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
