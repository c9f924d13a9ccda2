import { eventually } from '@lectern/server/test/member';
import type { Page, Request, Route } from 'playwright-core';

export type HeldResponses = {
  /** Requests so far, in order. */
  asked: readonly Request[];
  /** Requests the server has answered. */
  answered: readonly Request[];
  /** Waits until so many have been asked. */
  begun(count?: number): Promise<void>;
  /** Lets the answers go, and those to come. */
  release(): void;
};

/**
 * Delays the server's answers to a page, to test what users do meanwhile. The server still acts at once; with `lost`
 * neither server nor page receives anything.
 */
export async function holdResponses(
  page: Page,
  which: (request: Request) => boolean,
  { lost = false }: { lost?: boolean } = {},
): Promise<HeldResponses> {
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

/** The network's answer in place of the server; `lost` means no answer at all. */
export type StubbedResponse = { status: number; body?: unknown } | 'lost';

/** Makes every call to a path of the API, query and all, end like this on the page. */
export async function answers(page: Page, path: string, answer: StubbedResponse): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === `/api${path}`,
    (route) =>
      answer === 'lost'
        ? route.abort('connectionfailed')
        : route.fulfill({ status: answer.status, json: answer.body ?? {} }),
  );
}
