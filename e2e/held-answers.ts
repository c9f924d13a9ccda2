import { eventually } from '@lectern/server/test/member';
import type { Page, Request, Route } from 'playwright-core';

export type Held = {
  /** What was asked so far, in its order. */
  asked: readonly Request[];
  /** What the server has done of it. */
  answered: readonly Request[];
  /** Waits until so many have been asked. */
  begun(count?: number): Promise<void>;
  /** Lets the answers go, and those to come. */
  release(): void;
};

/**
 * Holds back what the server answers to a page, for somebody goes on meanwhile. The server itself does at once what it
 * is asked; with `lost` it never hears of it, and the page does not hear of anything.
 */
export async function holdAnswers(
  page: Page,
  which: (request: Request) => boolean,
  { lost = false }: { lost?: boolean } = {},
): Promise<Held> {
  const asked: Request[] = [];
  const answered: Request[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let holding = true;
  await page.route('**/api/**', async (route: Route): Promise<void> => {
    if (!holding || !which(route.request())) return route.fallback();
    asked.push(route.request());
    if (lost) {
      await released;
      return route.abort();
    }
    const response = await route.fetch();
    answered.push(route.request());
    await released;
    await route.fulfill({ response });
  });
  return {
    asked,
    answered,
    begun: async (count = 1) => {
      await eventually(async () => asked.length >= count || undefined, `${count} requests`);
    },
    release() {
      holding = false;
      release();
    },
  };
}

/** Everything that changes something, which the look at a session does not. */
export const changes = (request: Request): boolean =>
  request.method() !== 'GET' && !request.url().endsWith('/auth/check');
