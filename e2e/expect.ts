import { expect as expectAtOnce } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';

/** Asserts what a page comes to show: it waits for it as long as actions wait (`openBrowser`). */
export const expect = expectAtOnce.configure({ timeout: 60_000 });

/** Waits for each of the texts, word for word, anywhere in the page or in a part of it. */
export async function waitForTexts(scope: Page | Locator, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await scope.getByText(text).first().waitFor();
}
