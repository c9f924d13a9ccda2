import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { downloadRoutes } from '@lectern/contract/exports/downloads';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { slideRoutes } from '@lectern/contract/outline/slides';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { day } from '@lectern/contract/rules/durations';
import { describeServer } from '../../../../test/describe-server.ts';
import { eventually, type TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { slideShow } from '../../../../test/slide-show.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { titleBySlides } from '../slide-titles.job.ts';
import { goesOn, readTesseractTable, slideTexts } from './slide-text.ts';

const shown = [
  ['How glaciers move', 'Basal sliding over a bed of rock', 'Internal deformation of the ice'],
  ['Measuring with Kubernetes', 'Two sensors on every square kilometre'],
  ['Questions and answers', 'Write to us at any time'],
];

const byEngine = 'As the engine called it';

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

describeServer('the slides of a recording', { env: { SLIDES: 'read', BRAND_NAME: 'Podium' } }, (suite) => {
  let member: TestMember;
  let id: string;
  before(async () => {
    member = await suite.signUp();
    const { dataDir } = suite.place;
    id = await uploadFile(member, await slideShow(dataDir, shown), { captions: await spoken(dataDir) });
    await waitUntilProcessed(member, id);
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

  it('offers slides as a text file to their owner only', async () => {
    const { url } = await member.call(downloadRoutes.textLink, { passthrough: id, kind: 'slides.txt' });
    const text = await (await fetch(new URL(url, suite.server.origin))).text();
    assert.match(text, /^00:00:00\nHow glaciers move\nBasal sliding/);
    const other = await suite.signUp();
    await refuses(other.call(slideRoutes.slides, { passthrough: id }), 'not_found');
  });

  it('can be taken along as a PDF, a page with its picture each', async () => {
    const { url } = await member.call(slideRoutes.slidesPdfLink, { passthrough: id });
    const answer = await fetch(new URL(url, suite.server.origin));
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
    assert.match(answer.headers.get('content-disposition') ?? '', /slides\.pdf/);
    const file = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    assert.match(file, /^%PDF-1\.[3-7][^]*%%EOF\s*$/);
    assert.match(file, /^\(Podium\)$/m);
    assert.doesNotMatch(file, /lectern/i);
    assert.equal(file.match(/\/Type \/Page\b/g)?.length, shown.length);
    assert.equal(file.match(/\/Subtype \/Image/g)?.length, shown.length);
    const forged = new URL(url, suite.server.origin);
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
  async function titled(title = byEngine) {
    await suite.db.updateTable('chapters').set({ title }).where('video_id', '=', id).execute();
    await suite.world.database.transaction((tx) =>
      titleBySlides(suite.world, tx, { id, workspace_id: member.session.id }),
    );
    const isDone = async () => (await suite.world.jobs.alive([`slide-titles/${id}`])).size === 0 || undefined;
    await eventually(isDone, 'the titles');
    const video = await fetchAsset(member, id);
    return { ...video, first: video.chapters[0]!.title };
  }
  const forgetEarlier = () => suite.db.deleteFrom('outline_history').where('video_id', '=', id).execute();

  it('name chapters that were there before them, which can be undone and then stays so', async () => {
    await forgetEarlier();
    const { first, regenerated } = await titled();
    assert.deepEqual([first, regenerated?.kind], ['How glaciers move', 'titled']);
    const { data: undone } = await member.call(outlineRoutes.restore, { passthrough: id, at: regenerated!.at });
    assert.equal(undone.chapters[0]!.title, byEngine);
    assert.equal((await titled()).first, byEngine);
  });

  it('name the recording by the first of them, when its file name is a code and no person has named it', async () => {
    for (const [file_name, title_edited, title, from] of [
      ['Glaciers of the Alps.mp4', false, byEngine, 'speech'],
      ['GMT20260114-150000_Recording_1920x1080.mp4', true, byEngine, null],
      ['GMT20260114-150000_Recording_1920x1080.mp4', false, 'How glaciers move', 'slide'],
    ] as const) {
      await forgetEarlier();
      await suite.db
        .updateTable('videos')
        .set({ file_name, title_edited, title: byEngine, title_from: 'speech' })
        .where('id', '=', id)
        .execute();
      const named = await titled();
      assert.deepEqual([named.title, named.title_from], [title, from]);
    }
  });

  it('leave alone what a person has edited, and what was written long ago', async () => {
    await forgetEarlier();
    const edit = (edited: 'summary'[]) =>
      suite.db.updateTable('chapters').set({ edited }).where('video_id', '=', id).execute();
    await edit(['summary']);
    assert.equal((await titled('As I call it')).first, 'As I call it');
    await edit([]);
    await suite.db
      .updateTable('steps')
      .set({ finished_at: new Date(Date.now() - 3 * day) })
      .where('video_id', '=', id)
      .where('step', '=', 'chapters')
      .execute();
    assert.equal((await titled('As it was long ago')).first, 'As it was long ago');
  });

  it('name them when chapters are written again', async () => {
    await member.call(videoRoutes.regenerateChapters, { passthrough: id });
    await waitUntilProcessed(member, id);
    assert.equal((await fetchAsset(member, id)).chapters[0]!.title, 'How glaciers move');
  });
});

/** A row of Tesseract's table: a word in a line, its top and height in pixels, how sure it is. */
const word = (line: number, n: number, top: number, height: number, sure: number, text: string): string =>
  [5, 1, 1, 1, line, n, 80 + n * 100, top, 90, height, sure, text].join('\t');
const page = [1, 1, 0, 0, 0, 0, 0, 0, 1280, 720, -1, ''].join('\t');

const line = (n: number, ...words: string[]) => words.map((text, at) => word(n, at, 60 * n, 30, 90, text));

describe('a slide is read out of the table of Tesseract', () => {
  const glaciers = [
    word(1, 1, 30, 14, 95, 'Lectern'),
    word(2, 1, 60, 42, 96, 'How'),
    word(2, 2, 60, 44, 96, 'glaciers'),
    word(3, 1, 120, 43, 96, 'move'),
    word(4, 1, 220, 26, 96, 'Basal'),
    word(4, 2, 220, 26, 96, 'sliding'),
    word(5, 1, 600, 60, 96, '42%'),
  ];
  const noise = [
    word(1, 1, 60, 40, 12, '©,'),
    word(1, 2, 60, 40, 62, '%'),
    word(2, 1, 120, 30, 20, 'Ge,'),
    word(3, 1, 160, 30, 90, '%.'),
  ];
  const items = [
    line(1, '+', 'Gloria', 'joins'),
    line(2, '*', '"Maybe"', 'later'),
    line(3, '•', 'Élan'),
    line(4, '+', '42', 'percent'),
    line(5, 'C', '+', 'more'),
  ].flat();
  const title = 'How glaciers move';
  for (const [what, rows, expected] of [
    [
      'the title is what is written largest in the upper half, on one line or two',
      [page, ...glaciers],
      { title, text: 'Lectern\nHow glaciers\nmove\nBasal sliding\n42%' },
    ],
    ['noise that only looks like text is left out', [page, ...noise], { title: '', text: '' }],
    ['an empty table is an empty slide', [], { title: '', text: '' }],
  ] as const)
    it(what, () => assert.deepEqual(slideTexts([readTesseractTable(rows.join('\n'))]), [expected]));

  it('bullets are left out, even when these were misread', () => {
    const expected = 'Gloria joins\n"Maybe" later\nÉlan\n+ 42 percent\nC + more';
    assert.equal(slideTexts([readTesseractTable([page, ...items].join('\n'))])[0]!.text, expected);
  });

  it('leaves out what stands on most slides, when they share a template', () => {
    const subjects = ['How glaciers move', 'Measuring the speed', 'Measuring the speed', 'Villages and floods'];
    const pages = subjects.map((subject, n) => ({
      height: 720,
      lines: [
        { top: 20, height: 64, text: n === 2 ? 'NORTHWIND, Inc.' : 'Northwind Inc' },
        { top: 120, height: 44, text: subject },
        { top: 300, height: 26, text: `Line ${n}` },
      ],
    }));
    assert.deepEqual(
      slideTexts(pages).map(({ title }) => title),
      subjects,
    );
  });

  it('goes on with all its lines and more, and is another one when a line is missing or its title is new', () => {
    const title = 'How glaciers move';
    const before = { title, text: `${title}\nBasal sliding` };
    assert.ok(goesOn(before, { title, text: `${title}\nBasal, sliding\nDeformation` }));
    assert.ok(!goesOn(before, { title, text: `${title}\nDeformation` }));
    // A picture with no words but those of the template.
    assert.ok(!goesOn({ title: '', text: 'Northwind' }, { title, text: `Northwind\n${title}` }));
  });
});
