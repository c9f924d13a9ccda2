import type { Page } from 'playwright-core';

/** What a page asks of other hosts from now on: it should stay empty. */
export function foreignRequests(page: Page, ownOrigin: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== ownOrigin) found.push(request.url());
  });
  return found;
}
