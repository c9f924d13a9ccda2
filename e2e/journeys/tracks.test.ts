import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { writeTwoLanguages } from '@lectern/server/test/two-languages';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { assertAccessible } from '../axe.ts';
import { canPlay, watching } from '../watching.ts';
import { answers } from '../held-answers.ts';

describe('a recording with two sounds and two captions', () => {
  const { stage, page, visitAs } = watching();
  let id: string;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-tracks-'));
    const file = await writeTwoLanguages(join(folder, 'talk.mp4'));
    const { member } = stage.people;
    id = await uploadFile(member, file, { title: 'Two languages' });
    await waitUntilProcessed(member, id);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const open = async (passthrough = id): Promise<void> => {
    await visitAs(stage.people.member, `/asset/${passthrough}`);
    await canPlay(page);
  };
  const dialog = () => page.getByRole('dialog', { name: 'Tracks of this recording' });

  it('says which are taken, and changes them by keyboard, with what follows told before', async () => {
    await open();
    await page
      .getByText('Sound: English (1 of 2). Transcript: English, captions inside the recording.', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Change tracks' }).press('Enter');
    await dialog().waitFor();
    const english = dialog().getByRole('radio', { name: /^English Default of the file/ });
    assert.ok(await english.isChecked());
    await english.press('ArrowDown');
    assert.ok(
      await dialog()
        .getByRole('radio', { name: /^German, Übersetzung/ })
        .isChecked(),
    );
    await dialog().getByText('The transcript stays as it is.').waitFor();
    await dialog()
      .getByRole('radio', { name: /^German, captions/ })
      .check();
    await dialog().getByText('The transcript is replaced.').waitFor();
    await assertAccessible(page, 'the tracks of a recording');
    await dialog().getByRole('button', { name: 'Replace the transcript' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Sound: German, Übersetzung (2 of 2). Transcript: German').waitFor();
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByText('Guten Morgen.').first().waitFor();
    await waitUntilProcessed(stage.people.member, id);
    await canPlay(page);
    const { data } = await stage.people.member.call(transcriptRoutes.tracks, { uploadId: id });
    assert.deepEqual([data.sound, data.taken], [2, 4]);
  });

  it('asks before corrected cues are lost, when tracks change', async () => {
    const line = { passthrough: id, n: 0, start: 0, before: 'Guten Morgen.', text: 'Schönen guten Morgen.' };
    await stage.people.member.call(transcriptRoutes.editCue, line);
    await open();
    await page.getByRole('button', { name: 'Change tracks' }).click();
    await dialog()
      .getByRole('radio', { name: /^English, captions/ })
      .check();
    await dialog().getByText('One line that you corrected is lost.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Transcript: German, captions inside the recording.').waitFor();
  });

  it('says that they are not shown, when they do not come, and asks again', async () => {
    await answers(page, `/muxvideos/tracks/${id}`, { status: 403, body: { msg: 'Not at the moment.' } });
    await open();
    const missing = page.getByText('The tracks of this recording are not shown. Not at the moment.');
    await missing.waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Transcript: German, captions inside the recording.').waitFor();
    await missing.waitFor({ state: 'detached' });
  });
});
