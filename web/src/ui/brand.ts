import { pageMeta } from './page-meta.ts';

/** The product's name: the server's `BRAND_NAME` setting. */
export const brand = pageMeta('application-name') ?? 'Lectern';

/** Where the Blog link leads: the server's `BLOG_URL` setting. */
export const blogUrl = pageMeta('blog-url') ?? '/blog';

/** Where people write to for help: the server's `SUPPORT_EMAIL` setting. */
export const supportEmail = pageMeta('support-email') ?? 'support@localhost.test';
