import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { before, it } from 'node:test';
import { type ExportProgress, exportRoutes } from '@lectern/contract/exports/downloads';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { type Insertable, sql } from 'kysely';
import { ZipFile } from 'yazl';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually } from '../../../test/member.ts';
import { hasRareTests } from '../../../test/rare.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import { tablesOfVideos } from '../../platform/database/rows-of-videos.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { archiveFormat } from './format.ts';
import { importArchive } from './import-archive.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { readArchive } from './read-archive.ts';

/** The server's end of the connection on which the next request comes. */
const nextConnection = (): Promise<Socket> =>
  new Promise((resolve) => {
    const tell = (request: unknown): void => {
      unsubscribe('http.server.request.start', tell);
      resolve((request as { socket: Socket }).socket);
    };
    subscribe('http.server.request.start', tell);
  });

const is = (code: ProblemCode) => (error: unknown) => error instanceof Problem && error.code === code;

const texts = ({ title, description, vtt, duration, chapters, transcript_source }: VideoDetail) => ({
  title,
  description,
  vtt,
  duration,
  transcript_source,
  chapters: chapters.map(({ title, start, summary, quote }) => ({ title, start, summary, quote })),
});

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return await buffer(zip.outputStream);
}

/** An archive whose list and checksums are right, whatever its files say. */
const archiveOf = (videos: string[], files: Record<string, string>): Promise<Buffer> =>
  zipOf({
    ...files,
    'export.json': JSON.stringify({
      ...archiveFormat,
      created_at: new Date().toISOString(),
      videos,
      files: Object.entries(files).map(([path, content]) => ({
        path,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    }),
  });

/** An archive with a file that would land beside the folder it is unpacked into. */
const slippingOut = async (): Promise<Buffer> =>
  Buffer.from((await zipOf({ 'aa/evil.txt': 'x' })).toString('latin1').replaceAll('aa/evil', '../evil'), 'latin1');

/** An archive whose megabyte of `video.json` says in the directory that it has another size. */
async function claiming(size: number): Promise<Buffer> {
  const bytes = await archiveOf(['v'], { 'v/video.json': ' '.repeat(1_000_000) });
  const entry = bytes.indexOf('PK\u0001\u0002');
  assert.equal(bytes.readUInt32LE(entry + 24), 1_000_000);
  bytes.writeUInt32LE(size, entry + 24);
  return bytes;
}

/** Where in an export each table of what is a member's goes. */
const exported: Readonly<Record<string, string>> = {
  users: 'profile.json',
  token_operations: 'tokens/operations.jsonl',
  token_entries: 'tokens/entries.jsonl',
  payments: 'payments.json',
  glossary_terms: 'glossary.json',
  shares: 'links.json',
  reports: 'reports.json',
  portals: 'portal/portal.json',
  portal_videos: 'portal/portal.json',
  portal_logos: 'portal/logo.png',
  portal_counts: 'statistics/portal.jsonl',
  watch_buckets: 'statistics/watched.jsonl',
  videos: 'video.json',
  chapters: 'video.json',
  outline_reviews: 'video.json',
  clips: 'video.json',
  highlights: 'video.json',
  speaker_turns: 'video.json',
  cues: 'transcript.vtt',
  caption_files: 'captions.',
};
/** The tables that stay here, by the reason. */
const kept: Readonly<Record<string, string>> = {
  'names at the payment provider, of what payments.json tells': 'billing_accounts customer_attempts former_customers',
  'what the operator is told, billed or gives back': 'concerns delivered_seconds surplus_subscriptions',
  'found again from recording and transcript':
    'chapter_boundaries letter_pairs passage_embeddings search_keys slides steps transcript_gaps',
  'who works together, by their own accounts': 'handovers invitations workspace_domains workspace_members',
  'opens the account, or is shown of it for a while':
    'api_keys identities known_devices mail_tokens oauth_secrets second_factors security_events sessions sign_in_codes',
  'numbers of an engine, which may know a voice': 'speaker_parts speech_answers speech_runs speech_segments voices',
  'what an undo goes back to, for a while': 'earlier_outlines edits outline_history rewrite_occurrences rewrites',
  'what offers terms, or was refused': 'corrections dismissed_suggestions',
  'where this installation sends its events': 'webhooks',
  'answers to programs, for a day': 'api_requests',
  'what its workspace hands out as a file of its own': 'workspace_log',
  'what is on its way':
    'chapter_proposals clip_removals events exports imports media_moves presences recording_letters trial_emails upload_sources uploads',
};

describeRecordings('everything a member owns', ['short'], {}, (suite) => {
  let file: string;
  const made = async (name: string, content: Buffer): Promise<string> => {
    const path = join(suite.place.dataDir, name);
    await writeFile(path, content);
    return path;
  };
  const bytesAt = async (url: string): Promise<Buffer> =>
    Buffer.from(await (await fetch(new URL(url, suite.server.origin))).arrayBuffer());
  before(async () => {
    const passthrough = suite.short.id;
    await suite.member.call(videoRoutes.save, { passthrough, title: 'My own: title/with signs' });
    const [first, ...others] = suite.short.chapters;
    const chapters = [{ ...first!, title: 'My own chapter' }, ...others];
    await suite.member.call(videoRoutes.save, { passthrough, chapters });
    suite.short = await fetchAsset(suite.member, passthrough);
    const words = 'pick one narrow segment';
    const mark = { passthrough, first: 0, last: 0, start: webvttCues(suite.short.vtt)[0]!.start, words };
    const { id } = (await suite.member.call(highlightRoutes.highlight, mark)).data;
    await suite.member.call(highlightRoutes.note, { id, note: 'For the deck' });
    const response = await fetch(`${suite.server.origin}/api/basic/export`, {
      headers: { authorization: `Bearer ${suite.member.session.token}` },
    });
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="Lectern export [\d-]+\.zip"/,
    );
    file = await made('export.zip', Buffer.from(await response.arrayBuffer()));
  });

  it('becomes the same in a second account, where edits survive new chapters as well', async () => {
    const [id] = await importArchive(suite.world, suite.stranger.session.id, file);
    const copy = await waitUntilProcessed(suite.stranger, id!);
    assert.deepEqual(texts(copy), texts(suite.short));
    const { data: highlights } = await suite.stranger.call(highlightRoutes.highlights, { passthrough: id! });
    assert.deepEqual(
      highlights.map(({ start, end, words, note }) => [start, end, words, note]),
      [[0.2, 5.81, 'pick one narrow segment', 'For the deck']],
    );
    assert.ok(copy.playable && copy.thumbnail);
    assertEvery(copy.steps, ({ state }) => state === 'done');
    await suite.stranger.call(videoRoutes.regenerateChapters, { passthrough: id! });
    const again = await waitUntilProcessed(suite.stranger, id!);
    assert.equal(again.title, 'My own: title/with signs');
    assert.equal(again.chapters[0]!.title, 'My own chapter');
    const { data } = await suite.stranger.call(videoRoutes.search, {
      userId: suite.stranger.session.id,
      keyword: 'my own',
    });
    assert.equal(data.length, 1);
  });

  it('holds its recording and no secrets', async () => {
    const archive = await readArchive(file);
    const recording = archive.manifest.files.find(({ path }) => path.includes('/recording.'))!;
    const bytes = await buffer(archive.bytes(recording.path));
    assert.ok(bytes.equals(await readFile(getSamplePath('short.mp4'))));
    assert.doesNotMatch((await archive.text('profile.json')) ?? '', /hash|password|token/);
    archive.close();
  });

  it('refuses archives that are broken, altered or made up', async () => {
    const bytes = await readFile(file);
    const flipped = Buffer.from(bytes);
    const middle = flipped.indexOf((await readFile(getSamplePath('short.mp4'))).subarray(1000, 1050));
    flipped[middle]! ^= 0xff;
    const rare = async (): Promise<string[]> => [
      await made('empty.zip', await zipOf({ 'a.txt': 'a' })),
      await made('other.zip', await zipOf({ 'export.json': '{"format":"another"}' })),
      await made('missing.zip', await archiveOf(['videos/none'], {})),
      await made('no-json.zip', await archiveOf(['v'], { 'v/video.json': '{"title":' })),
    ];
    for (const path of [
      ...(hasRareTests ? await rare() : []),
      await made('altered.zip', flipped),
      await made('outside.zip', await archiveOf(['../../etc'], {})),
      await made('strange.zip', await archiveOf(['v'], { 'v/video.json': '{"title":5}' })),
      await made('slip.zip', await slippingOut()),
      await made('bomb.zip', await claiming(10)),
      await made('huge.zip', await claiming(60_000_000)),
    ]) {
      // Videos already in the account would not be read at all.
      const coming = importArchive(suite.world, suite.member.session.id, path, { repeats: 'take' });
      await assert.rejects(coming, is('archive_unreadable'), path);
    }
    const { data } = await suite.member.call(videoRoutes.list, { userId: suite.member.session.id });
    assert.equal(data.length, 1);
  });

  const untilExport = (state: ExportProgress['state']) =>
    eventually(
      async () => (await suite.member.call(exportRoutes.exportProgress, {})).data?.state === state || undefined,
      state,
    );

  it('opens for a browser by a signed address, for five minutes, and says how far it is', async () => {
    const { url } = await suite.member.call(exportRoutes.exportLink, {});
    await untilExport('waiting');
    const forged = url.replace(suite.member.session.id, suite.stranger.session.id);
    assert.equal((await fetch(forged)).status, 404);
    await (await fetch(url)).arrayBuffer();
    await untilExport('done');
    assert.equal((await suite.stranger.call(exportRoutes.exportProgress, {})).data, null);
    const later = (await suite.member.call(exportRoutes.exportLink, {})).url;
    suite.clock.aheadMs = 5 * minute + 1000;
    assert.equal((await fetch(later)).status, 404, 'after five minutes');
    suite.clock.aheadMs = 0;
  });

  it('runs one export per member at a time', async () => {
    const { url } = await suite.member.call(exportRoutes.exportLink, {});
    const headers = { authorization: `Bearer ${suite.member.session.token}` };
    const download = async (address: string): Promise<[status: number, code?: string]> => {
      const answer = await fetch(address, { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.ok ? [answer.status] : [answer.status, (JSON.parse(String(bytes)) as { code: string }).code];
    };
    const addresses = [url, `${suite.server.origin}/api/basic/export`, url, url];
    const all = await Promise.all(addresses.map(download));
    const refused = all.filter(([status]) => status !== 200);
    assert.ok(refused.length > 0 && refused.length < all.length, JSON.stringify(all));
    assertEvery(refused, ([status, code]) => status === 409 && code === 'export_running');
    assert.deepEqual(await download(url), [200]);
  });

  it('stops the export, when the browser disconnects before it begins', async () => {
    const { url } = await suite.member.call(exportRoutes.exportLink, {});
    const gone = new AbortController();
    await suite.world.database.transaction(async (tx) => {
      await sql`lock table exports`.execute(tx);
      const coming = nextConnection();
      const asked = assert.rejects(fetch(url, { signal: gone.signal }));
      const left = once(await coming, 'close');
      gone.abort();
      await Promise.all([asked, left]);
    });
    await untilExport('stopped');
  });

  it('knows of every table with something of a member', async () => {
    const { rows } = await sql<{ table_name: string }>`
        select distinct table_name from information_schema.columns
        where table_schema = 'public' and column_name in ('user_id', 'workspace_id', 'video_id')`.execute(suite.db);
    const own = new Set([...rows.map((row) => row.table_name), ...tablesOfVideos, 'users', 'videos']);
    const known = new Set([...Object.keys(exported), ...Object.values(kept).flatMap((names) => names.split(' '))]);
    assert.deepEqual(
      [...own].filter((table) => !known.has(table)),
      [],
      'tables that no export knows: bring them out, or say why not',
    );
  });

  it('holds everything that is not a video', async () => {
    const { db, member, short } = suite;
    const userId = member.session.id;
    await suite.changeUser(member, { plan: 'professional' });
    await member.call(glossaryRoutes.addTerm, { term: 'Lectern', wrong: ['lectors'] });
    await member.call(portalOwnerRoutes.generate, {});
    const { settings } = (await member.call(portalOwnerRoutes.own, undefined)).data!;
    await member.call(portalOwnerRoutes.change, { ...settings, title: 'Talks of ours', videos: [short.id] });
    await member.call(shareOwnerRoutes.create, { passthrough: short.id, password: 'only for friends' });
    const add = <T extends keyof Tables>(table: T, row: Insertable<Tables[T]>) =>
      db
        .insertInto(table)
        .values(row as never)
        .execute();
    await add('portal_logos', { workspace_id: userId, hash: 'h', png: Buffer.from('a picture'), width: 1, height: 1 });
    const payment = {
      provider_id: 'pi_of_theirs',
      price: 500,
      payment_type: 'tokens',
      product_id: 'tokens_50k',
    } as const;
    await add('payments', { workspace_id: userId, ...payment, status: 'succeeded' });
    await add('reports', { user_id: userId, report_type: 'Bug', subject: 'A subject of theirs', email: member.email });
    const day = '2026-11-01';
    await add('portal_counts', {
      workspace_id: userId,
      day,
      kind: 'search',
      video_id: null,
      detail: 'pricing',
      count: 3,
    });
    await add('watch_buckets', { video_id: short.id, day, place: 'portal', seconds: Array<number>(100).fill(1) });
    const { url } = await member.call(exportRoutes.exportLink, { recordings: 'without' });
    const archive = await readArchive(await made('everything.zip', await bytesAt(url)));
    const holds = async (path: string, ...texts: string[]): Promise<void> => {
      const text = await archive.text(path);
      for (const each of texts) assert.ok(text?.includes(each), `${each} in ${path}: ${text}`);
    };
    await holds('glossary.json', '"Lectern"', '"lectors"');
    await holds('portal/portal.json', 'Talks of ours', short.title);
    await holds('portal/logo.png', 'a picture');
    await holds('links.json', short.title, '"has_password": true');
    await holds('payments.json', 'pi_of_theirs', '500');
    await holds('reports.json', 'A subject of theirs');
    await holds('statistics/portal.jsonl', 'pricing');
    await holds('statistics/watched.jsonl', short.id, '2026-11-01');
    for (const { path } of archive.manifest.files)
      assert.doesNotMatch((await archive.text(path)) ?? '', /argon2|password_hash/, path);
    const paths = archive.manifest.files.map(({ path }) => path);
    const named = [...new Set(Object.values(exported))].filter((name) => name !== 'captions.');
    for (const name of named)
      assert.ok(
        paths.some((path) => path.endsWith(name)),
        `${name} in ${paths.join()}`,
      );
    archive.close();
  });
});
