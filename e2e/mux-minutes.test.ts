// full: the matrix of Mux; conformance.test.ts holds its port
import assert from 'node:assert/strict';
import { afterEach, before, it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import type { Call } from '@lectern/contract/client';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { day, hour } from '@lectern/contract/rules/durations';
import { countDelivered, sweepDelivered } from '@lectern/server/features/billing/minutes/delivered.job';
import { signUp } from '@lectern/server/test/member';
import { refuses } from '@lectern/server/test/refusals';
import { signInAdministrator } from '@lectern/server/test/world';
import { describeMux } from './mux-stage.ts';

/** Noon in the middle of a month: both months that are told of lie within what Mux tells of. */
const today = new Date();
const noon = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 15, 12);
let now = noon;

/** Minutes stored and delivered by Mux: what members and the back office are told, and what plans allow. */
describeMux(
  'minutes at Mux',
  () => new Date(now),
  (stage) => {
    let admin: Call;
    before(async () => {
      admin = stage.server.as((await signInAdministrator(stage.server)).token);
    });
    afterEach(async () => {
      now = noon;
      stage.mux.deliveries.splice(0);
      await stage.clear();
      await db().deleteFrom('delivered_seconds').execute();
      await db().deleteFrom('settings').where('name', '=', 'delivered_until').execute();
    });

    const db = () => stage.server.world.database.kysely;
    const count = () => countDelivered(stage.server.world);
    const told = async () => (await admin(adminRoutes.user, { id: stage.member.session.id })).data.minutes;
    /** As the member is told, whose session outlives some days. */
    const delivered = async () => (await stage.member.call(dashboardRoutes.dashboard, {})).data.minutes?.delivered;
    const facts = async () => {
      const { data } = await admin(adminRoutes.health, {});
      return new Map(data.flatMap((part) => part.facts.map(({ name, value, ok }) => [name, { value, ok }])));
    };
    /** Calls that asked what was delivered. */
    const asked = () => stage.mux.asked.filter((call) => call.endsWith('/delivery-usage')).length;

    /** A recording that has lain at Mux for so many days. */
    async function kept(days = 40): Promise<string> {
      const { id } = await stage.settled(await stage.upload());
      await db()
        .updateTable('provider_assets')
        .set({ created_at: new Date(noon - days * day) })
        .execute();
      return id;
    }
    const deliver = (passthrough: string, minutes: number, at: number): unknown =>
      stage.mux.deliveries.push({ asset: `asset-of-${passthrough}`, passthrough, seconds: minutes * 60, at });

    it('tells the back office and the member of what is stored and delivered', async () => {
      const id = await kept();
      deliver(id, 30, noon - 14 * hour);
      deliver(id, 12, noon - 5 * day);
      deliver(id, 100, noon - 20 * day);
      await sweepDelivered(stage.server.world);
      await stage.server.world.jobs.settle();
      await db().updateTable('videos').set({ duration: 5400 }).where('id', '=', id).execute();
      assert.deepEqual(await told(), { stored: 90, delivered: 42, delivered_last_month: 100 });
      const { data } = await admin(adminRoutes.users, {});
      assert.deepEqual(
        data.map(({ _id, minutes }) => [_id === stage.member.session.id, minutes?.delivered]),
        [[true, 42]],
      );
      const dashboard = await stage.member.call(dashboardRoutes.dashboard, {});
      assert.deepEqual(dashboard.data.minutes, { stored: 90, delivered: 42 });
      const all = await facts();
      assert.deepEqual(all.get('Delivered last month'), { value: '100', ok: true });
      assert.deepEqual(all.get('Members beyond their plan'), { value: 'none', ok: true });
      const until = new Date(noon - 13 * hour).toISOString().slice(0, 16).replace('T', ' ');
      assert.equal(all.get('Counted until')?.value, `${until} UTC`);
    });

    it('counts each hour once, however often it is asked for', async () => {
      const id = await kept(3);
      deliver(id, 10, noon - 30 * hour);
      deliver(id, 5, noon - 14 * hour);
      await Promise.all([count(), count(), count()]);
      assert.equal(await delivered(), 15);
      const calls = asked();
      await count();
      assert.equal(asked(), calls, 'nothing is asked for that is known');
      deliver(id, 7, noon - 12.5 * hour);
      now += hour;
      await count();
      await count();
      assert.equal(await delivered(), 22);
      now += 2 * day;
      deliver(id, 1, noon + 20 * hour);
      await count();
      assert.equal(await delivered(), 23);
    });

    it('goes on where it was when Mux fails in the middle', async () => {
      const id = await kept(10);
      for (let n = 1; n < 10; n += 1) deliver(id, n, noon - n * day);
      const on = /delivery-usage/;
      for (const fault of [
        { status: 503 },
        { status: 429, retryAfter: 3600 },
        'reset',
        'lost',
        { status: 400 },
      ] as const) {
        // The first day is told of, by a page and the empty one after it.
        let calls = 0;
        const third = { test: () => (calls += 1) > 2 };
        stage.mux.faults.push(...Array.from({ length: 3 }, () => ({ on: third, fault })));
        await assert.rejects(count(), { code: 'storage_unavailable' });
        stage.mux.faults.splice(0);
      }
      stage.mux.faults.push({ on, fault: { status: 429, retryAfter: 1 } }, { on, fault: 'reset' });
      await count();
      assert.deepEqual(stage.mux.faults, []);
      assert.equal((await told())?.delivered, 45);
    });

    it('goes on counting what was deleted, and begins before anything is known', async () => {
      const id = await kept(1);
      now = noon - 20 * hour;
      await count();
      assert.equal((await told())?.delivered, 0);
      await stage.member.call(videoRoutes.delete, { id });
      await stage.nothingIsLeft();
      now = noon;
      deliver(id, 9, noon - 20 * hour);
      await count();
      assert.deepEqual(await told(), { stored: 0, delivered: 9, delivered_last_month: 0 });
    });

    it('leaves out what others keep in the same environment, however much it is', async () => {
      const id = await kept(3);
      for (let n = 0; n < 230; n += 1)
        stage.mux.deliveries.push({ asset: `other-${n}`, at: noon - 30 * hour, seconds: 6000 });
      deliver('not an id', 50, noon - 30 * hour);
      deliver('6f9619ff-8b86-4011-b42d-00c04fc964ff', 60, noon - 30 * hour);
      deliver(id, 2, noon - 30 * hour);
      await count();
      assert.equal((await told())?.delivered, 2);
      assert.equal((await facts()).get('Delivered this month')?.value, '2');
    });

    it('asks for no more than Mux can tell after a long rest, and for nothing where nothing is', async () => {
      const calls = asked();
      await count();
      assert.equal(asked(), calls, 'nothing lies there');
      const id = await kept(200);
      deliver(id, 4, noon - 3 * day);
      await count();
      assert.equal((await told())?.delivered, 4);
    });

    it('refuses an upload when a plan has no minutes left, and none before', async () => {
      const id = await kept();
      await db()
        .updateTable('videos')
        .set({ duration: 359 * 60 })
        .where('id', '=', id)
        .execute();
      const { id: begun } = await stage.member.call(uploadRoutes.create, {});
      await stage.member.call(uploadRoutes.cancel, { id: begun });
      await db()
        .updateTable('videos')
        .set({ duration: 360 * 60 })
        .where('id', '=', id)
        .execute();
      await refuses(stage.member.call(uploadRoutes.create, {}), 'plan_minutes');
      const other = await signUp(stage.server.origin, stage.server.letters);
      await other.call(uploadRoutes.cancel, { id: (await other.call(uploadRoutes.create, {})).id });
      await stage.member.call(videoRoutes.delete, { id });
      const { id: next } = await stage.member.call(uploadRoutes.create, {});
      await stage.member.call(uploadRoutes.cancel, { id: next });
    });

    it('serves members beyond their plan and reports them to the administrator', async () => {
      const id = await kept();
      deliver(id, 2000, noon - 2 * day);
      await count();
      const beyond = (await facts()).get('Members beyond their plan');
      assert.deepEqual(beyond, { value: '1, see the page Users', ok: false });
      const { playback_id: playback } = (await stage.look(id))!;
      const reply = await fetch(new URL(`/media/${playback}/master.m3u8`, stage.server.origin), { redirect: 'manual' });
      assert.equal(reply.status, 302);
      await stage.member.call(uploadRoutes.cancel, { id: (await stage.member.call(uploadRoutes.create, {})).id });
    });
  },
);
