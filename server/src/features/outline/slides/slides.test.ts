import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { downloadRoutes } from '@lectern/contract/exports/downloads';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { slideRoutes } from '@lectern/contract/outline/slides';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { day } from '@lectern/contract/rules/durations';
import { oneDatabase } from '../../../../test/databases.ts';
import { eventually, signUp, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { slideShow } from '../../../../test/slide-show.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../../test/world.ts';
import { addMissingSteps } from '../../videos/add-missing-steps.ts';
import { titleBySlides } from '../slide-titles.job.ts';

const shown = [
  ['How glaciers move', 'Basal sliding over a bed of rock', 'Internal deformation of the ice'],
  ['Measuring with Kubernetes', 'Two sensors on every square kilometre'],
  ['Questions and answers', 'Write to us at any time'],
];

/** Captions spoken over the slides. */
async function spoken(folder: string): Promise<string> {
  const file = join(folder, 'spoken.vtt');
  const said = [
    'Glaciers move in two ways, and most of the ice moves by sliding.',
    'The sensors measure the speed of every glacier in the valley.',
    'The villages need a warning before the flood comes.',
  ];
  const cues = said.map((text, n) => `00:0${n * 4}.000 --> 00:0${n * 4 + 3}.900\n${text}\n`);
  await writeFile(file, `WEBVTT\n\n${cues.join('\n')}`);
  return file;
}

oneDatabase((database, open) => {
  describe(`the slides of a recording on ${database}`, () => {
    let folder: string;
    let place: Awaited<ReturnType<typeof open>>;
    let server: TestWorld;
    let member: TestMember;
    let id: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lectern-slides-'));
      place = await open();
      server = await openTestWorld({ ...place, env: { SLIDES: 'read', BRAND_NAME: 'Podium' } });
      member = await signUp(server.origin, server.letters);
      id = await uploadFile(member, await slideShow(folder, shown), { captions: await spoken(folder) });
      await waitUntilProcessed(member, id);
    });
    after(async () => {
      await server?.close();
      await place?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const slides = async () => (await member.call(slideRoutes.slides, { passthrough: id })).data;

    it('reads the slides of a recording with their titles and times', async () => {
      const found = await slides();
      assert.deepEqual(
        found.map(({ title }) => title),
        shown.map(([title]) => title),
      );
      assert.ok(found[0]!.text.includes('Basal sliding over a bed of rock'), found[0]!.text);
      for (const [n, { start, end }] of found.entries())
        assert.ok(Math.abs(start - n * 4) < 1 && end > start, `${start} to ${end}`);
    });

    it('finds slides by the search, with their moment', async () => {
      const { data } = await member.call(videoRoutes.search, { userId: member.session.id, keyword: 'kubernetes' });
      assert.deepEqual(
        data.map(({ match_case, start }) => [match_case, Math.round(start ?? -1)]),
        [['slide', 4]],
      );
      assert.match(data[0]!.highlight, /^Measuring with Kubernetes Two sensors [^\n]+$/, 'on one line');
      const time = Number(new URL(data[0]!.thumbnail!, server.origin).searchParams.get('time'));
      assert.ok(time > 6 && time < 8, `the picture of the slide, not of ${time} s`);
      const { data: places } = await member.call(videoRoutes.moments, {
        userId: member.session.id,
        keyword: 'kubernetes',
      });
      const [moment] = places[0]!.moments;
      assert.deepEqual([places[0]!.total, moment!.field, Math.round(moment!.start)], [1, 'slide', 4]);
      assert.equal((await fetch(new URL(moment!.picture!, server.origin))).headers.get('content-type'), 'image/jpeg');
    });

    it('offers slides as a text file to their owner only', async () => {
      const { url } = await member.call(downloadRoutes.textLink, { passthrough: id, kind: 'slides.txt' });
      const text = await (await fetch(new URL(url, server.origin))).text();
      assert.match(text, /^00:00:00\nHow glaciers move\nBasal sliding/);
      const other = await signUp(server.origin, server.letters);
      await refuses(other.call(slideRoutes.slides, { passthrough: id }), 'not_found');
    });

    it('can be taken along as a PDF, a page with its picture each', async () => {
      const { url } = await member.call(slideRoutes.slidesPdfLink, { passthrough: id });
      const answer = await fetch(new URL(url, server.origin));
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
      assert.match(answer.headers.get('content-disposition') ?? '', /slides\.pdf/);
      const file = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      assert.match(file, /^%PDF-1\.[3-7][^]*%%EOF\s*$/);
      assert.match(file, /^\(Podium\)$/m);
      assert.doesNotMatch(file, /lectern/i);
      assert.equal(file.match(/\/Type \/Page\b/g)?.length, shown.length);
      assert.equal(file.match(/\/Subtype \/Image/g)?.length, shown.length);
      const forged = new URL(url, server.origin);
      forged.searchParams.set('signature', 'x');
      assert.equal((await fetch(forged)).status, 404);
    });

    it('name their chapters', async () => {
      const named = await eventually(async () => {
        const { chapters } = await fetchAsset(member, id);
        return chapters[0]?.title === 'How glaciers move' ? chapters : undefined;
      }, 'the title of the slide');
      assert.equal(named.length, 1);
    });

    /** As if the slides had just been read, of chapters that the engine has named so. */
    async function titled(title: string): Promise<void> {
      const db = server.world.database.kysely;
      await db.updateTable('chapters').set({ title }).where('video_id', '=', id).execute();
      const { world } = server;
      await world.database.transaction((tx) => titleBySlides(world, tx, { id, user_id: member.session.id }));
      await eventually(
        async () => ((await server.world.jobs.alive([`slide-titles/${id}`])).size === 0 ? true : undefined),
        'the titles',
      );
    }

    it('name chapters that were there before them, which can be undone and then stays so', async () => {
      const db = server.world.database.kysely;
      await db.deleteFrom('outline_history').where('video_id', '=', id).execute();
      await titled('As the engine called it');
      const { chapters, regenerated } = await fetchAsset(member, id);
      assert.deepEqual([chapters[0]!.title, regenerated?.kind], ['How glaciers move', 'titled']);
      const { data: undone } = await member.call(outlineRoutes.restore, { passthrough: id, at: regenerated!.at });
      assert.equal(undone.chapters[0]!.title, 'As the engine called it');
      await titled('As the engine called it');
      assert.equal((await fetchAsset(member, id)).chapters[0]!.title, 'As the engine called it');
    });

    it('name the recording by the first of them, when its file name is a code and no person has named it', async () => {
      const db = server.world.database.kysely;
      const named = async (file_name: string, title_edited: boolean): Promise<string> => {
        await db.deleteFrom('outline_history').where('video_id', '=', id).execute();
        const made = { file_name, title_edited, title: 'As the engine called it' };
        await db.updateTable('videos').set(made).where('id', '=', id).execute();
        await titled('As the engine called it');
        return (await fetchAsset(member, id)).title;
      };
      assert.equal(await named('Glaciers of the Alps.mp4', false), 'As the engine called it');
      assert.equal(await named('GMT20260114-150000_Recording_1920x1080.mp4', true), 'As the engine called it');
      assert.equal(await named('GMT20260114-150000_Recording_1920x1080.mp4', false), 'How glaciers move');
      await db.updateTable('videos').set({ title_edited: false }).where('id', '=', id).execute();
    });

    it('leave alone what a person has edited, and what was written long ago', async () => {
      const db = server.world.database.kysely;
      await db.deleteFrom('outline_history').where('video_id', '=', id).execute();
      await db
        .updateTable('chapters')
        .set({ edited: ['summary'] })
        .where('video_id', '=', id)
        .execute();
      await titled('As I call it');
      assert.equal((await fetchAsset(member, id)).chapters[0]!.title, 'As I call it');
      await db.updateTable('chapters').set({ edited: [] }).where('video_id', '=', id).execute();
      const old = new Date(Date.now() - 3 * day);
      const steps = db.updateTable('steps').set({ finished_at: old }).where('video_id', '=', id);
      await steps.where('step', '=', 'chapters').execute();
      await titled('As it was long ago');
      assert.equal((await fetchAsset(member, id)).chapters[0]!.title, 'As it was long ago');
    });

    it('name them when chapters are written again', async () => {
      await member.call(videoRoutes.regenerateChapters, { passthrough: id });
      await waitUntilProcessed(member, id);
      assert.equal((await fetchAsset(member, id)).chapters[0]!.title, 'How glaciers move');
    });

    it('reads slides of older videos later, without delaying anything else', async () => {
      const db = server.world.database.kysely;
      await db.deleteFrom('slides').where('video_id', '=', id).execute();
      await db.deleteFrom('steps').where('video_id', '=', id).where('step', '=', 'slides').execute();
      await addMissingSteps(server.world);
      const { steps } = await waitUntilProcessed(member, id);
      assert.equal(steps.find(({ step }) => step === 'slides')?.state, 'done');
      assert.equal((await slides()).length, shown.length);
      await addMissingSteps(server.world);
      assert.equal((await slides()).length, shown.length);
    });
  });
});
