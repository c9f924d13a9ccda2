import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld } from '@lectern/server/test/world';
import type { BrowserContext, Page, Response } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { enter, openStage } from './stage.ts';

/** Stands for a part of a browser that opens only before the tests, so that their file can name it once. */
const lazily = <T extends object>(get: () => T): T =>
  new Proxy({} as T, {
    getPrototypeOf: () => Reflect.getPrototypeOf(get()),
    get(_, key) {
      const value: unknown = Reflect.get(get(), key);
      return typeof value === 'function' ? (value.bind(get()) as unknown) : value;
    },
  });

type Journey = {
  context: BrowserContext;
  page: Page;
  /** Errors of scripts of the page; none in the end. */
  errors: string[];
  /** Requests to other hosts; none in the end. */
  foreign: string[];
  visit(path: string): Promise<Response | null>;
  /** Visits as somebody, or nobody, in a browser without a past. */
  visitAs(who: Parameters<typeof enter>[2], path: string): Promise<Response | null>;
};

/** Opens something with pages, and a browser on it, for all tests of a suite. */
export function journey<T extends { origin: string; close(): Promise<unknown> }>(
  open: () => Promise<T>,
  { asksOthers = false, ...window }: Parameters<typeof openBrowser>[0] & { asksOthers?: boolean } = {},
): Journey & { opened: T } {
  const opened = {} as T;
  let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;
  const errors: string[] = [];
  const foreign: string[] = [];
  const context = lazily(() => browser!.context);
  const page = lazily(() => context.pages()[0]!);
  const visit = (path: string) => page.goto(opened.origin + path);
  before(async () => {
    await Promise.all([
      open().then((it) => Object.assign(opened, it)),
      openBrowser(window).then((it) => (browser = it)),
    ]);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== opened.origin) foreign.push(request.url());
    });
  });
  after(async () => {
    // An answer that a route is changing has nobody left to go to.
    for (const each of browser?.context.pages() ?? []) await each.unrouteAll({ behavior: 'ignoreErrors' });
    await browser?.close();
    await opened.close?.();
    assert.deepEqual({ errors, foreign: asksOthers ? [] : foreign }, { errors: [], foreign: [] });
  });
  return {
    opened,
    context,
    page,
    errors,
    foreign,
    visit,
    async visitAs(who, path) {
      await enter(page, opened.origin, who);
      return visit(path);
    },
  };
}

/** A journey on a stage. */
export function openOnStage(how: Parameters<typeof openStage>[0] = {}, window: Parameters<typeof journey>[1] = {}) {
  const { opened: stage, ...rest } = journey(() => openStage(how), window);
  return { stage, ...rest };
}

/** A journey on a server that has nobody yet. */
export function openOnServer(
  how: Pick<NonNullable<Parameters<typeof openTestWorld>[0]>, 'env' | 'now'> = {},
  window: Parameters<typeof journey>[1] = {},
) {
  const { opened: server, ...rest } = journey(() => openTestWorld({ open: openPagesPlace, ...how }), window);
  return { server, ...rest };
}

/** A browser that is counted as a visitor's: one that says that it is driven is not. */
export const visitor = () =>
  journey(async () => ({ origin: '', close: async () => undefined }), {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
    asksOthers: true,
  });
