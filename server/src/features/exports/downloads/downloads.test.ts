import assert from 'node:assert/strict';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { before, it } from 'node:test';
import { downloadRoutes, TextKind } from '@lectern/contract/exports/downloads';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { refuses } from '../../../../test/refusals.ts';
import { fileNameFrom } from '../../storage/signed-url.ts';

const types: Readonly<Record<string, string>> = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
const title = 'Größe: "Ωmega" / 日本 🎬';

describeRecordings('the texts of a video as files', ['webinar'], {}, (suite) => {
  const save = (changes: object) => suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, ...changes });
  before(() => save({ title }));

  const link = async (kind: TextKind, passthrough = suite.webinar.id): Promise<string> =>
    (await suite.member.call(downloadRoutes.textLink, { passthrough, kind })).url;
  const text = async (kind: TextKind): Promise<string> => (await fetch(await link(kind))).text();

  it('names each file after the title, for old clients and for all others', async () => {
    const endings = new Set<string>();
    const kinds = TextKind.options.filter((kind) => kind !== 'slides.txt');
    for (const kind of kinds) {
      const response = await fetch(await link(kind));
      assert.equal(response.status, 200, kind);
      const disposition = response.headers.get('content-disposition') ?? '';
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff', kind);
      assert.equal(response.headers.get('content-type'), types[kind.split('.')[1]!], kind);
      assert.match(disposition, /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~-]+$/, kind);
      const name = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '');
      assert.ok(name.startsWith('Größe Ωmega 日本 🎬'), name);
      endings.add(name.slice('Größe Ωmega 日本 🎬'.length));
      await response.arrayBuffer();
    }
    assert.equal(endings.size, kinds.length);
    await refuses(link('slides.txt'), 'no_slides');
  });

  it('writes chapters and show notes with links to the moments', async () => {
    const { id, chapters } = suite.webinar;
    assert.match(await text('chapters.txt'), /^0:00 .+\n\d+:\d\d .+\n\d+:\d\d .+\n/);
    const made = JSON.parse(await text('chapters.json')) as { chapters: unknown[] };
    assert.equal(made.chapters.length, chapters.length);
    const link = `${suite.server.origin}/asset/${id}${buildStartTimeQuery(chapters[1]!.start_seconds)})`;
    assert.ok((await text('show-notes.md')).includes(link));
    assert.ok((await text('transcript.md')).startsWith('# Größe: "Ωmega" / 日本 🎬\n\n## '));
  });

  it('links show notes where others can open the video, once there is such a place', async () => {
    const linked = async () =>
      /\]\((http[^?)]+)/.exec(await text('show-notes.md'))![1]!.replace(suite.server.origin, '');
    const { id: passthrough } = suite.webinar;
    const share = (wish: object) => suite.member.call(shareOwnerRoutes.create, { passthrough, ...wish });
    await share({ password: 'of nobody else', shows_transcript: true });
    assert.equal(await linked(), `/asset/${passthrough}`, 'a link with a password');
    const { data: open } = await share({ shows_transcript: true });
    assert.equal(`${suite.server.origin}${await linked()}`, open.url);
    await suite.changeUser(suite.member, { plan: 'professional' });
    await suite.member.call(portalOwnerRoutes.generate, {});
    const { token, library } = (await suite.member.call(portalOwnerRoutes.own, {})).data!;
    assert.equal(await linked(), `/portal/${token}/${library[0]!.key}`);
    await suite.changeUser(suite.member, { plan: 'executive' });
    assert.equal(`${suite.server.origin}${await linked()}`, open.url, 'a portal at rest');
    await suite.member.call(shareOwnerRoutes.revoke, { id: open.id, revoked: true });
    assert.equal(await linked(), `/asset/${passthrough}`);
  });

  it('writes a Word document with headings, times and words', async () => {
    const bytes = Buffer.from(await (await fetch(await link('transcript.docx'))).arrayBuffer());
    const { default: yauzl } = await import('yauzl');
    const zip = await yauzl.fromBufferPromise(bytes, {});
    let document = '';
    for await (const entry of zip.eachEntry())
      if (entry.fileName === 'word/document.xml')
        for await (const chunk of await zip.openReadStreamPromise(entry)) document += String(chunk);
    const { chapters, vtt } = suite.webinar;
    assert.equal(document.match(/w:val="Heading1"/g)?.length, chapters.length);
    assert.ok(document.includes('00:00:0') && document.includes(webvttCues(vtt)[0]!.text.split(' ')[0]!));
  });

  it('explains why a text file is missing', async () => {
    const bare = await uploadFile(suite.member, getSamplePath('short.mp4'));
    await waitUntilProcessed(suite.member, bare);
    await assert.rejects(link('transcript.docx', bare), { status: 409, message: /No transcript yet/ });
    await assert.rejects(link('chapters.txt', bare), { status: 409, message: 'There are no chapters yet.' });
  });

  it('opens by its signature alone, and not for ever', async () => {
    const url = new URL(await link('transcript.txt'));
    const other = new URL(url);
    other.pathname = other.pathname.replace('transcript.txt', 'show-notes.md');
    assert.equal((await fetch(other)).status, 404);
    suite.clock.aheadMs = 3_602_000;
    assert.equal((await fetch(url)).status, 404);
  });
});

it('makes a file name of any title', () => {
  const cases: [string, string][] = [
    ['A talk', 'A talk.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['invoice\u202Efdp.exe', 'invoice fdp.exe.md'],
    ['  ... ', 'recording.md'],
    ['CON', 'recording CON.md'],
    ['nul.results', 'recording nul.results.md'],
    ['Aux. budget 2026', 'recording Aux. budget 2026.md'],
    ['prn .x', 'recording prn .x.md'],
    ['com¹', 'recording com¹.md'],
    ['LPT9.a.b', 'recording LPT9.a.b.md'],
    ['Console. Nullable', 'Console. Nullable.md'],
    ['com10', 'com10.md'],
    ['half \uD83C', 'half \uFFFD.md'],
  ];
  for (const [from, to] of cases) assert.equal(fileNameFrom(from, '.md'), to);
  assert.ok(Buffer.byteLength(fileNameFrom('日'.repeat(300), ' - show notes.md')) <= 255);
});
