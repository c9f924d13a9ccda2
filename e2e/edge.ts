import type { Page } from 'playwright-core';

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
