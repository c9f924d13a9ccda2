import { written } from './page-meta.ts';

/** The product's name: the server's `BRAND_NAME` setting. */
export const brand = written('application-name') ?? 'Lectern';

/** Where the Blog link leads: the server's `BLOG_URL` setting. */
export const blogUrl = written('blog-url') ?? '/blog';

/** Where people write to for help: the server's `SUPPORT_EMAIL` setting. */
export const supportEmail = written('support-email') ?? 'support@localhost.test';
