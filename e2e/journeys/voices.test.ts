// full: names of voices in the page; speakers.test.ts holds the rule
/// <reference lib="dom" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { voiceRoutes } from '@lectern/contract/transcripts/voices';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { type Said, turnTimesOf, writeTones } from '@lectern/server/test/speech/tones';
import { writeToySpeakers } from '@lectern/server/test/speech/toy-speakers';
import { fetchAsset, uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { fillFields } from '../places.ts';
import { enter } from '../stage.ts';
import { canPlay } from '../watching.ts';

const talk: Said[] = [0, 1, 0, 1].map((voice) => ({ voice, seconds: 6 }));
const other: Said[] = [2, 1, 2, 1].map((voice) => ({ voice, seconds: 6 }));

/** Covers what a member does with speakers separated by voice. */
describe('voices that are named', () => {
  let folder: string;
  let server: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let member: TestMember;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-voices-'));
    await writeToySpeakers(join(folder, 'model'));
    const env = { SPEAKERS: 'local', SPEAKERS_MODEL_DIR: join(folder, 'model') };
    [server, browser] = await Promise.all([openTestWorld({ open: openPagesPlace, env }), openBrowser()]);
    page = browser.context.pages()[0]!;
    member = await signUp(server.origin, server.letters, { plan: 'executive' });
    await enter(page, server.origin, { session: member.session });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A recording whose speakers are told apart, on its page. */
  async function watch(said: readonly Said[]): Promise<void> {
    const [file, captions] = [join(folder, 'talk.m4a'), join(folder, 'talk.vtt')];
    await writeTones(file, said);
    const lines = turnTimesOf(said).map(
      ({ start, end }, n) =>
        `00:00:${String(start).padStart(2, '0')}.000 --> 00:00:${end}.000\nIn line ${n} we hear of glaciers.`,
    );
    await writeFile(captions, ['WEBVTT', ...lines].join('\n\n'));
    const id = await uploadFile(member, file, { captions });
    await waitUntilProcessed(member, id);
    await eventually(async () => {
      const { steps } = await fetchAsset(member, id);
      return steps.find(({ step }) => step === 'speakers')?.state === 'done' ? true : undefined;
    }, 'the speakers');
    await page.goto(`${server.origin}/asset/${id}`);
    await canPlay(page);
    await page.getByRole('tab', { name: 'Transcript' }).click();
  }

  const dialog = () => page.getByRole('dialog', { name: 'Speakers' });
  const panel = () => page.getByRole('region', { name: 'Voices' });
  const says = (text: string) => page.getByLabel('Notifications').getByText(text).waitFor();

  it('saves named voices, when the account allows it, and recognises them in the next recording', async () => {
    await page.goto(`${server.origin}/asset/account`);
    await panel().getByText('A voice is biometric data of a person').waitFor();
    await assertAccessible(page, 'the account page with voices');
    await panel().getByRole('button', { name: 'Save the voices I name' }).click();
    await says('Voices you name will be saved from now on.');

    await watch(talk);
    await page.getByRole('button', { name: 'Speakers', exact: true }).click();
    await fillFields(dialog(), { 'Name of Speaker 2': 'Sarah Lee' });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await says('Saved the names of the speakers.');
    await eventually(
      async () => ((await member.call(voiceRoutes.voices, undefined)).data.voices.length === 1 ? true : undefined),
      'the voice',
    );

    await watch(other);
    await page.getByRole('button', { name: 'Speakers (1 recognised by voice)' }).click();
    await dialog()
      .getByText('2 lines · Recognised by voice: change it if it is someone else · Also in one other recording')
      .waitFor();
    await assertAccessible(page, 'the names of speakers');
    await fillFields(dialog(), { 'Name of Sarah Lee': 'Ann Other' });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Speakers', exact: true }).waitFor();
  });

  it('deletes voiceprints one by one, and all of them when saving is turned off', async () => {
    await eventually(
      async () => ((await member.call(voiceRoutes.voices, undefined)).data.voices.length === 2 ? true : undefined),
      'both voices',
    );
    await page.goto(`${server.origin}/asset/account`);
    await panel().getByRole('button', { name: 'Delete the voice of Ann Other' }).click();
    await says('The voice of Ann Other has been deleted.');
    await page.locator('h2:focus').filter({ hasText: 'Voices' }).waitFor();
    await panel().getByRole('button', { name: 'Delete the voice of Ann Other' }).waitFor({ state: 'detached' });
    await panel().getByText('Named in one recording').waitFor();
    await panel().getByRole('button', { name: 'Stop saving voices' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all voices' }).click();
    await panel().getByRole('button', { name: 'Save the voices I name' }).waitFor();
    await panel().getByRole('list').waitFor({ state: 'detached' });
  });
});
