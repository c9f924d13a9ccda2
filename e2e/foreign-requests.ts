import type { Page } from 'playwright-core';

/** Collects requests to other hosts from now on; the list should stay empty. */
export function foreignRequests(page: Page, ownOrigin: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== ownOrigin) found.push(request.url());
  });
  return found;
}
