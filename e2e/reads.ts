import type { Locator, Page } from 'playwright-core';

/** Waits for each of the texts, word for word, anywhere in the page or in a part of it. */
export async function waitForTexts(scope: Page | Locator, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await scope.getByText(text).first().waitFor();
}
