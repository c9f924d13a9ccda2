/** The product's name: the server's `BRAND_NAME` setting. */
export const brand = pageMeta('application-name') ?? 'Lectern';

/** Where the Blog link leads: the server's `BLOG_URL` setting. */
export const blogUrl = pageMeta('blog-url') ?? '/blog';

/** Where people write to for help: the server's `SUPPORT_EMAIL` setting. */
export const supportEmail = pageMeta('support-email') ?? 'support@localhost.test';

/** Whether anybody may make an account: the server's `SIGN_UPS` setting. */
export const areSignUpsOpen = pageMeta('sign-ups') !== 'invited';

/**
 * Reads a value the server wrote into the page; undefined for the `%NAME%` placeholder of Vite's development server.
 */
export function pageMeta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content && !content.startsWith('%') ? content : undefined;
}
