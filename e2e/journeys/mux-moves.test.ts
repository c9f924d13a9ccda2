// full: Mux in the browser; conformance.test.ts holds its port
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mediaPaths, type SignedPlaybackId } from '@lectern/contract/playback/playback';
import { moveAndReport } from '@lectern/server/features/operations/moving/move-and-report';
import { storageKeys } from '@lectern/server/features/storage/keys';
import { openEmbeddedPlace } from '@lectern/server/test/databases';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { fetchAsset, uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { openTestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openMuxStage } from '../mux-stage.ts';
import { signInAdministrator } from '@lectern/server/test/world';
import { enter, operator } from '../stage.ts';
import { waitForTexts } from '../expect.ts';
import { journey } from '../journey.ts';

/** An administrator cancels moves in the back office, while somebody watches what was to move. */
describe('moves that an administrator cancels', () => {
  const over = new AbortController();
  after(() => over.abort());
  const {
    opened: stage,
    context,
    page: seat,
  } = journey(
    async () => {
      const place = await openEmbeddedPlace();
      const local = await openTestWorld(place);
      member = await signUp(local.origin, local.letters);
      const upload = (name: string) =>
        uploadFile(member, getSamplePath(`${name}.mp4`), { captions: getSamplePath(`${name}.vtt`) });
      [id, next] = [await upload('webinar'), await upload('short')];
      ({ playback_id: playback, title } = await waitUntilProcessed(member, id));
      await waitUntilProcessed(member, next);
      await local.close();
      return openMuxStage(place);
    },
    { asksOthers: true },
  );
  let member: TestMember;
  /** The page of the administrator, beside that of the watching member. */
  let office: Page;
  let id: string;
  let next: string;
  let playback: SignedPlaybackId;
  let title: string;
  before(async () => {
    const { server } = stage;
    member.call = server.as(member.session.token);
    const admin = await signInAdministrator(server, operator);
    office = await context.newPage();
    await enter(seat, server.origin, { session: member.session, admin });
  });

  const lines: string[] = [];
  function move(target: 'mux' | 'local', ...only: string[]): Promise<number> {
    lines.splice(0);
    const wish = { target, ...(only.length > 0 ? { only } : {}) };
    return moveAndReport(stage.server.world, wish, (line) => lines.push(line), over.signal);
  }

  const time = (): Promise<number> => seat.evaluate(() => document.querySelector('video')!.currentTime);

  /** Opens the page of the video and plays it, and again whenever it ends. */
  async function watch(): Promise<void> {
    await seat.bringToFront();
    await seat.goto(`${stage.server.origin}/asset/${id}`);
    await seat.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    await seat.evaluate(async () => {
      const video = document.querySelector('video')!;
      Object.assign(video, { muted: true, loop: true });
      await video.play();
    });
    await playsOn();
  }

  async function playsOn(): Promise<void> {
    const before = await time();
    await seat.waitForFunction((before) => {
      const { currentTime, paused, error } = document.querySelector('video')!;
      return !paused && error === null && currentTime > before + 1;
    }, before);
  }

  /** Where a page that is opened now reads the stream: at Mux or here. */
  const playsFrom = async (): Promise<string> =>
    new URL((await fetch(new URL(mediaPaths.stream(playback), stage.server.origin))).url).origin;

  async function cancel(): Promise<void> {
    await office.bringToFront();
    await office.goto(`${stage.server.origin}/admin/jobs?q=${id}`);
    // A running step of the video may be there, too.
    const row = office.getByRole('row').filter({ has: office.getByRole('cell', { name: 'move', exact: true }) });
    const alive = row.filter({ has: office.getByRole('button', { name: 'Cancel' }) });
    await waitForTexts(alive, title);
    await alive.getByRole('button', { name: 'Cancel' }).click();
    const question = office.getByRole('alertdialog', { name: 'Are you sure you want to cancel this job?' });
    await waitForTexts(question, `move of ${title}`);
    await assertAccessible(office, 'the question before a move is cancelled');
    await question.getByRole('button', { name: 'Cancel the job' }).click();
    await waitForTexts(office, 'The job has been cancelled.');
    await waitForTexts(row.first(), 'Cancelled');
    await seat.bringToFront();
  }

  /** Asserts the texts about moves on the system health page. */
  async function told(...texts: string[]): Promise<void> {
    await office.bringToFront();
    await office.goto(`${stage.server.origin}/admin/health`);
    await waitForTexts(office.getByRole('region', { name: 'Moves to Mux and back' }), ...texts);
    await assertAccessible(office, 'moves on the page of the system');
    await seat.bringToFront();
  }

  const atMux = (): (string | undefined)[] => [...stage.mux.assets.values()].map(({ asset }) => asset.passthrough);

  it('keeps the video, deletes its Mux copy and starts the next move, when a move is cancelled', async () => {
    stage.mux.ways.ready = false;
    await watch();
    const moved = move('mux');
    await eventually(async () => (atMux().includes(id) ? true : undefined), 'the asset');
    await told('Moving now', `“${title}” to Mux`, 'Waiting for their turn');
    await cancel();
    await playsOn();
    await eventually(async () => (atMux().includes(id) ? undefined : true), 'the deletion there');
    stage.mux.release();
    assert.equal(await moved, 1);
    assert.match(lines[0]!, new RegExp(`^1 of 2: ${id} .* has not moved: An administrator cancelled the move\\.$`));
    assert.match(lines[1]!, new RegExp(`^2 of 2: ${next} .* is at Mux now\\.$`));
    await told('Not moved in the last week', `“${title}”`, 'An administrator cancelled the move.');
    assert.equal(await playsFrom(), stage.server.origin);
    assert.deepEqual(atMux(), [next]);
    await watch();
    const rows = await stage.server.world.database.kysely.selectFrom('provider_assets').select('id').execute();
    assert.deepEqual(rows, [{ id: next }]);
  });

  it('moves it when it is asked again', async () => {
    assert.equal(await move('mux', id), 0);
    assert.equal(await playsFrom(), stage.mux.url);
    await playsOn();
    await watch();
    assert.ok(stage.mux.asked.some((call) => /^GET \/stream\/.*\.m4s$/.test(call)));
  });

  it('leaves a video at Mux that was on its way back, where it plays on', async () => {
    // As if it had never been here: it waits for the master.
    await stage.server.world.storage.remove(storageKeys.original(id));
    stage.mux.ways.masterTries = Infinity;
    const moved = move('local', id);
    await eventually(
      async () => (stage.mux.asked.some((call) => call.endsWith('/master-access')) ? true : undefined),
      'the question for the master',
    );
    await cancel();
    assert.equal(await moved, 1);
    await playsOn();
    assert.equal(await playsFrom(), stage.mux.url);
    assert.deepEqual(new Set(atMux()), new Set([id, next]));
    assert.equal((await fetchAsset(member, id)).title, title);
    await watch();
  });
});
