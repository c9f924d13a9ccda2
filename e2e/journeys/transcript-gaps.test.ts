// full: silence in the transcript; gaps-in-place.test.ts holds the rule
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatWebvtt, webvttCues } from '@lectern/contract/rules/webvtt';
import { getSamplePath } from '@lectern/server/test/sample';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { enter } from '../stage.ts';
import { canPlay, waitForPlayerTime, watching } from '../watching.ts';

/** A recording whose captions leave out what is said between 0:40 and 1:20. */
describe('words that are missing in a transcript', () => {
  const watch = watching();
  let id: string;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-captions-'));
    const captions = join(folder, 'some.vtt');
    const all = webvttCues(await readFile(getSamplePath('webinar.vtt'), 'utf8'));
    await writeFile(captions, formatWebvtt(all.filter(({ start, end }) => end < 40 || start > 80)));
    const { member } = watch.stage.people;
    id = await uploadFile(member, getSamplePath('webinar.mp4'), { captions, title: 'Half heard' });
    await waitUntilProcessed(member, id);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const open = async (): Promise<void> => {
    const { page, stage } = watch;
    await enter(page, stage.origin, { session: stage.people.member.session });
    await page.goto(`${stage.origin}/asset/${id}`);
    await canPlay(page);
    await page.getByRole('tab', { name: 'Transcript' }).click();
  };
  const row = () => watch.page.getByText(/^Sound heard, no words: 00:00:(3|4)\d – 00:01:(1|2)\d$/);

  it('counts transcript gaps, shows them in their place, and plays them', async () => {
    const { page } = watch;
    await open();
    await page.getByText('Speech without words in one place').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForFunction(() => {
      const list = document.querySelector('[role=tabpanel]')!.getBoundingClientRect();
      const gap = document.querySelector('[data-gap]')!.getBoundingClientRect();
      return gap.top >= list.top && gap.bottom <= list.bottom;
    });
    const { before, after } = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('[data-gap], [data-line]')];
      const at = rows.findIndex((element) => element.matches('[data-gap]'));
      const start = (element: Element | undefined) => Number(element?.getAttribute('href')?.slice('?t='.length));
      return { before: start(rows[at - 1]), after: start(rows[at + 1]) };
    });
    assert.ok(before < 40 && after >= 80, `between the lines at ${before} and ${after}`);
    await row().getByRole('link').click();
    await waitForPlayerTime(page, 39.5, 2.5);
  });

  it('met no error of a script', () => assert.deepEqual(watch.errors, []));
});
