// full: recognition and voices in the page; engine.test.ts and speakers.test.ts hold what they write
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import '@lectern/server/test/system-ffmpeg';
import { startFileServer } from '@lectern/server/test/file-server';
import { signUp, eventually, type TestMember } from '@lectern/server/test/member';
import { filesOfToyModel } from '@lectern/server/test/speech/toy-model';
import { getSamplePath } from '@lectern/server/test/sample';
import { assertAccessible } from '../axe.ts';
import { openOnServer } from '../journey.ts';
import { voiceRoutes } from '@lectern/contract/transcripts/voices';
import { type Said, turnTimesOf, writeTones } from '@lectern/server/test/speech/tones';
import { writeToySpeakers } from '@lectern/server/test/speech/toy-speakers';
import { fetchAsset, uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { fillFields } from '../places.ts';
import { canPlay } from '../watching.ts';

const talk: Said[] = [0, 1, 0, 1].map((voice) => ({ voice, seconds: 6 }));
const other: Said[] = [2, 1, 2, 1].map((voice) => ({ voice, seconds: 6 }));

/** A recording without captions on a server that recognises speech by itself; the model of words is a toy. */
describe('a recording without captions', () => {
  let folder: string;
  let files: Record<string, Buffer>;
  let joiner: Buffer;
  let hub: Awaited<ReturnType<typeof startFileServer>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-speech-'));
    files = await filesOfToyModel(folder);
    joiner = files['joiner.int8.onnx']!;
    delete files['joiner.int8.onnx'];
    hub = await startFileServer(files);
  });
  after(async () => {
    await hub?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { server, page, visitAs } = openOnServer({
    get env() {
      return { SPEECH: 'local', SPEECH_MODEL_URL: hub.url };
    },
  });

  it('says what is wrong with the speech engine, and what one can do', async () => {
    await visitAs(await signUp(server.origin, server.letters), '/asset/upload');
    await page.getByLabel('Recording', { exact: true }).setInputFiles(getSamplePath('short.mp4'));
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    await page.getByRole('link', { name: /^Open / }).click();
    await page
      .getByText(
        'Speech recognition is not configured correctly on this service. Please contact support, or add captions.',
      )
      .first()
      .waitFor();
    await assertAccessible(page, 'a video whose speech could not be recognised');
  });

  it('shows that the model is fetched, and then the words', async () => {
    files['joiner.int8.onnx'] = joiner;
    const late = Promise.withResolvers<void>();
    // The manifest at once; of the files only this one is missing.
    hub.faults.push('none', { after: late.promise });
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page
      .getByText(/Fetching the speech model .+\(\d+ of \d+ MB, .+, only the first time\)/)
      .first()
      .waitFor();
    await assertAccessible(page, 'a video whose speech model is being fetched');
    late.resolve();
    const chapters = page.getByRole('region', { name: 'Chapters and transcript' });
    await chapters.getByRole('heading', { level: 3 }).first().waitFor();
    const [video] = await server.world.database.kysely.selectFrom('videos').select('transcript_source').execute();
    assert.equal(video?.transcript_source, 'speech');
  });
});

/** Covers what a member does with speakers separated by voice. */
describe('voices that are named', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-voices-'));
    await writeToySpeakers(join(folder, 'model'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const { server, page, visit, visitAs } = openOnServer({
    get env() {
      return { SPEAKERS: 'local', SPEAKERS_MODEL_DIR: join(folder, 'model') };
    },
  });
  let member: TestMember;

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
    await visit(`/asset/${id}`);
    await canPlay(page);
    await page.getByRole('tab', { name: 'Transcript' }).click();
  }

  const dialog = () => page.getByRole('dialog', { name: 'Speakers' });
  const panel = () => page.getByRole('region', { name: 'Voices' });
  const says = (text: string) => page.getByLabel('Notifications').getByText(text).waitFor();

  it('saves named voices, when the account allows it, and recognises them in the next recording', async () => {
    member = await signUp(server.origin, server.letters, { plan: 'executive' });
    await visitAs(member, '/asset/account');
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
    await visit(`/asset/account`);
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
