/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { expect } from '../expect.ts';
import { fillFields } from '../places.ts';
import { itInFullRun } from '@lectern/server/test/rare';
import { enter, openStage, type Stage } from '../stage.ts';
import { translatePages, ways } from '../translator.ts';

describe('pages under a browser’s translator', () => {
  let stage: Stage;
  before(async () => void (stage = await openStage()));
  after(() => stage?.close());

  for (const [n, way] of ways.entries())
    describe(`that ${way} texts`, () => {
      // One way through the pages in the gate, each way with texts that change.
      const itThroughPages = n === 0 ? it : itInFullRun;
      let browser: Awaited<ReturnType<typeof openBrowser>>;
      let page: Page;
      const faults: string[] = [];
      before(async () => {
        browser = await openBrowser();
        page = await browser.context.newPage();
        page.on('pageerror', ({ message }) => faults.push(message));
        await translatePages(page, way);
      });
      after(() => browser?.close());

      const visit = async (path: string): Promise<void> => {
        await page.goto(`${stage.origin}${path}`);
        await page.locator('font font').first().waitFor();
      };
      const isWell = async (): Promise<void> => {
        assert.deepEqual(faults, []);
        assert.equal(await page.getByText('Unexpected Application Error!').count(), 0);
      };

      itThroughPages('sign in: with nothing, with what is wrong, and then', async () => {
        await enter(page, stage.origin, {});
        await visit('/login');
        const press = page.getByRole('button', { name: 'Sign In', exact: true });
        await press.click();
        await page.locator('[aria-invalid="true"]').first().waitFor();
        const { email } = stage.people.member.session;
        await fillFields(page, { Email: email, Password: 'not the right one' });
        await press.click();
        await page.getByRole('alert').first().waitFor();
        // It was busy meanwhile, with another text.
        await expect(press).toHaveText('Sign In');
        await isWell();
      });

      itThroughPages('choose a plan, change their mind and choose another', async () => {
        await enter(page, stage.origin, { session: stage.people.newcomer.session });
        await visit('/asset/plan');
        for (const plan of ['Executive', 'Professional']) {
          const choose = page.getByRole('button', { name: `Choose ${plan} Plan` });
          await choose.click();
          const question = page.getByRole('alertdialog');
          await question.getByRole('button', { name: 'Cancel' }).click();
          await expect(question).toHaveCount(0);
          await expect(choose).toHaveText(`Choose ${plan} Plan`);
        }
        await isWell();
      });

      itThroughPages('search, open a video, play it and look through its panels', async () => {
        await enter(page, stage.origin, { session: stage.people.member.session });
        await visit('/asset/view');
        await page.getByRole('heading', { name: /./ }).first().waitFor();
        await visit(`/asset/${stage.webinar}`);
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await page.getByRole('button', { name: 'Pause', exact: true }).click();
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          await expect(tab).toHaveAttribute('aria-selected', 'true');
        }
        await isWell();
      });

      it('show a text that changes, and lose none that comes or goes beside it', async () => {
        await visit('/login');
        const shown = await page.evaluate(async () => {
          const moment = (): Promise<unknown> =>
            new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const parent = document.body.appendChild(document.createElement('p'));
          const texts = ['one', ' of ', 'two'].map((words) => document.createTextNode(words));
          for (const text of texts) parent.append(text);
          await moment();
          const said: string[] = [];
          const say = async (): Promise<void> => {
            await moment();
            said.push(parent.textContent);
          };
          await say();
          texts[0]!.nodeValue = 'two';
          await say();
          texts[2]!.nodeValue = 'three';
          await say();
          parent.insertBefore(document.createElement('b'), texts[0]!).append('*');
          parent.insertBefore(document.createTextNode(' out'), texts[1]!);
          await say();
          parent.removeChild(texts[1]!);
          await say();
          parent.removeChild(texts[0]!);
          parent.appendChild(texts[0]!);
          await say();
          return said;
        });
        assert.deepEqual(shown, [
          'one of two',
          'two of two',
          'two of three',
          '*two out of three',
          '*two outthree',
          '* outthreetwo',
        ]);
      });

      it('show the original again, of which no text stays behind', async () => {
        await visit('/login');
        const shown = await page.evaluate(async () => {
          const moment = (): Promise<unknown> =>
            new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const parent = document.body.appendChild(document.createElement('p'));
          const [first, second] = ['one', 'two'].map((words) => document.createTextNode(words));
          parent.append(first!, second!);
          await moment();
          // Its translator lets it be from now on.
          parent.translate = false;
          for (const font of parent.querySelectorAll(':scope > font')) font.replaceWith(font.textContent);
          await moment();
          parent.removeChild(first!);
          return parent.textContent;
        });
        assert.equal(shown, 'two');
      });
    });

  it('throws the usual DOM errors, when the page is not translated', async () => {
    const browser = await openBrowser();
    after(() => browser.close());
    const page = await browser.context.newPage();
    await page.goto(`${stage.origin}/login`);
    const names = await page.evaluate(() => {
      const [one, other] = [document.createElement('p'), document.createElement('p')];
      const nameOf = (work: () => unknown): string => {
        try {
          work();
          return 'none';
        } catch (error) {
          return (error as Error).name;
        }
      };
      document.body.append(one);
      return [nameOf(() => one.removeChild(other)), nameOf(() => one.insertBefore(document.createElement('b'), other))];
    });
    assert.deepEqual(names, ['NotFoundError', 'NotFoundError']);
  });
});
