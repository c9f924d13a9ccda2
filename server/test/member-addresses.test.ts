import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, before, it } from 'node:test';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths, type SignedPlaybackId } from '@lectern/contract/playback/playback';
import { hour, week } from '@lectern/contract/rules/durations';
import { shareOwnerRoutes, shareRoutes } from '@lectern/contract/publishing/shares';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { replaceSlides } from '../src/features/outline/slides/stored-slides.ts';
import { signDownloadUrl, signUrl } from '../src/features/storage/signed-url.ts';
import { signForAdministrator, signForMember, signForProvider } from '../src/features/videos/signed-playback-id.ts';
import { describeRecordings } from './describe-server.ts';
import { eventually } from './member.ts';
import { signInAdministrator, openTestWorld, type TestWorld } from './world.ts';

const files = ['master.m3u8', 'video.m3u8', 'init.mp4', 'segment-0.m4s', 'iframes.m3u8', 'init-picture.mp4']
  .concat(['keyframe-0.m4s', 'captions.m3u8', 'thumbnail.jpg', 'storyboard.vtt', 'storyboard-0.jpg'])
  .concat(['captions.vtt', 'chapters.vtt']);

/** Everything that plays or downloads by an address which names a member. */
describeRecordings('addresses signed for members', ['short'], { databases: 'both' }, (suite) => {
  /** Where addresses are opened. */
  let servers: TestWorld[];
  let own: string;
  let clip: string;
  let screenshot: string;
  before(async () => {
    const { short, member, db } = suite;
    servers = [suite.server];
    ({ playback_id: own } = await db.selectFrom('videos').select('playback_id').executeTakeFirstOrThrow());
    const passthrough = short.id;
    clip = (await member.call(clipRoutes.cut, { passthrough, timeIn: '00:00:01', timeOut: '00:00:02' })).data.data;
    screenshot = (await member.call(clipRoutes.screenshot, { passthrough, time: '00:00:01' })).data.url;
    await eventually(async () => (await fetch(clip, { method: 'HEAD' })).ok || undefined, 'the clip');
    await replaceSlides(db, passthrough, [{ start: 0, end: 1, title: 'One', text: 'One' }]);
    await db
      .insertInto('workspace_members')
      .values({ workspace_id: member.session.id, user_id: suite.stranger.session.id, role: 'editor' })
      .execute();
  });
  afterEach(() => void (suite.clock.aheadMs = 0));

  /** As a call of this person gets them. */
  const callOf = (id: string) => ({
    ...suite.world,
    origin: suite.server.origin,
    member: { id, email: '', firstname: '', lastname: '' },
  });
  const mediaOf = (id: SignedPlaybackId) => files.map((file) => mediaPaths.stream(id).replace('master.m3u8', file));
  const fileNameOf = (url: string) => decodeURIComponent(new URL(url).pathname.split('/').at(-1)!);

  /** An address of each kind for a person who may see the recording. */
  function addressesOf(id: string): string[] {
    const call = callOf(id);
    const { id: videoId, assetId } = suite.short;
    const names = [`${assetId}.mp4`, fileNameOf(clip), fileNameOf(screenshot)];
    return [
      ...mediaOf(signForMember(call, own)),
      ...names.map((name) => signDownloadUrl(call, name, name)),
      ...[`/download/text/${videoId}/transcript.vtt`, `/download/slides/${videoId}`].map((path) => signUrl(call, path)),
      signUrl(call, `/export/${suite.member.session.id}/without`),
    ];
  }
  async function assertAll(addresses: readonly string[], expected: number): Promise<void> {
    assert.ok(addresses.length > 0);
    for (const server of servers)
      for (const address of addresses) {
        const { pathname, search } = new URL(address, server.origin);
        const reply = await fetch(`${server.origin}${pathname}${search}`);
        await reply.arrayBuffer();
        assert.equal(reply.status, expected, pathname);
      }
  }

  it('end for a member at once on every process, when they leave the workspace', async () => {
    const { member, stranger, db, place } = suite;
    // The embedded database has one process.
    if (place.databaseUrl) servers.push(await openTestWorld({ ...place, ...suite.settings, jobs: false }));
    const [owners, others] = [addressesOf(member.session.id), addressesOf(stranger.session.id)];
    await assertAll(others, 200);
    const seat = await db
      .deleteFrom('workspace_members')
      .where('workspace_id', '=', member.session.id)
      .where('user_id', '=', stranger.session.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await assertAll(others, 404);
    await assertAll(owners, 200);
    await db.insertInto('workspace_members').values(seat).execute();
    await assertAll(others, 200);
    for (const other of servers.splice(1)) await other.close();
  });

  it('rest for a member alone, when their account is deactivated', async () => {
    const [owners, others] = [addressesOf(suite.member.session.id), addressesOf(suite.stranger.session.id)];
    await suite.changeUser(suite.stranger, { is_active: false });
    await assertAll(others, 404);
    await assertAll(owners, 200);
    await suite.changeUser(suite.stranger, { is_active: true });
    // A workspace without an active owner rests for everybody.
    await suite.changeUser(suite.member, { is_active: false });
    await assertAll([...owners, ...others], 404);
    await suite.changeUser(suite.member, { is_active: true });
    await assertAll(others, 200);
  });

  it('open nothing, when forged or signed for another person', async () => {
    const { member, short } = suite;
    const nobody = await suite.signUp();
    const [mark, id, user, end, signature] = short.playback_id.split('.') as [string, string, string, string, string];
    assert.deepEqual([mark, id, user], ['m', own, member.session.id]);
    const { url } = (await member.call(shareOwnerRoutes.create, { passthrough: short.id })).data;
    const shared = (await suite.server.call(shareRoutes.open, { key: url.split('/').at(-1)! })).data.video.playback_id;
    const forged = [
      own,
      [mark, id, nobody.session.id, end, signature],
      [mark, randomUUID(), user, end, signature],
      [mark, id, user, String(Number(end) + 1), signature],
      [mark, id, user, end, 'A'.repeat(signature.length)],
      [mark, id, user, end],
      [mark, id, end, signature],
      ['a', id, user, end, signature],
      ['p', id, end, signature],
      ['s', id, user, end, signature],
      [id, user, end, signature],
      [mark, ...shared.split('.').slice(1)],
    ].map((each) => (typeof each === 'string' ? each : each.join('.')) as SignedPlaybackId);
    await assertAll(
      forged.flatMap((id) => [mediaPaths.stream(id), mediaPaths.thumbnail(id, 1)]),
      404,
    );
    await assertAll(addressesOf(nobody.session.id), 404);
    const downloads = addressesOf(member.session.id).filter((address) => address.includes('by='));
    await assertAll(
      downloads.map((address) => address.replace(`by=${user}`, `by=${nobody.session.id}`)),
      404,
    );
    for (const other of ['', 'by=x&', `by=${user}&by=${user}&`])
      await assertAll([downloads[0]!.replace(`by=${user}&`, other)], 400);
  });

  it('stay the same for a week, so that browsers keep what they have, and open for another', async () => {
    const call = callOf(suite.member.session.id);
    const begins = Math.ceil(Date.now() / week) * week;
    const at = (ms: number): void => void (suite.clock.aheadMs = begins + ms - Date.now());
    at(hour);
    const first = signForMember(call, own);
    at(week - hour);
    assert.equal(signForMember(call, own), first);
    at(week + hour);
    const second = signForMember(call, own);
    assert.notEqual(second, first);
    await assertAll([mediaPaths.stream(first), ...mediaOf(second)], 200);
    at(2 * week + hour);
    await assertAll(mediaOf(first), 404);
    await assertAll([mediaPaths.stream(second)], 200);
  });

  it('open for an administrator as long as they are one, and captions for the media provider', async () => {
    await signInAdministrator(suite.server);
    const { id } = await suite.db.selectFrom('administrators').select('id').executeTakeFirstOrThrow();
    const signed = (administratorId: string) =>
      signForAdministrator(
        { ...suite.world, administrator: { id: administratorId, email: '', requiredSetup: undefined } },
        own,
      );
    await assertAll(mediaOf(signed(id)), 200);
    for (const other of [randomUUID(), suite.member.session.id])
      await assertAll([mediaPaths.thumbnail(signed(other), 1)], 404);
    await assertAll([mediaPaths.captions(signForProvider(suite.world, own))], 200);
  });

  it('end for everybody, when the recording is deleted', async () => {
    const { member, stranger, short } = suite;
    const all = [member, stranger].flatMap(({ session }) => addressesOf(session.id));
    await member.call(videoRoutes.delete, { id: short.id });
    await assertAll(
      all.filter((address) => !address.includes('/export/')),
      404,
    );
    await assertAll([mediaPaths.captions(signForProvider(suite.world, own))], 404);
  });
});
