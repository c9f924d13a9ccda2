import { expect as expectAtOnce } from '@playwright/test';

/** Asserts what a page comes to show: it waits for it as long as actions wait (`openBrowser`). */
export const expect = expectAtOnce.configure({ timeout: 60_000 });
