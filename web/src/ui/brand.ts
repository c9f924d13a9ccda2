const meta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;

/** The product's name: the server writes its `BRAND_NAME` setting into the page. */
export const brand = meta('application-name') ?? 'Lectern';

/** Where the Blog link leads: the server's `BLOG_URL` setting. */
export const blogUrl = meta('blog-url') ?? '/blog';
