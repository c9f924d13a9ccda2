import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { webhookRoutes } from '@lectern/contract/operations/webhooks';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import type { Route } from '@lectern/contract/route';
import { day } from '@lectern/contract/rules/durations';
import { features } from '../src/main/features.ts';
import { exampleInput, type Parts, placesIn, replaceAt, textPlacesIn } from './example-input.ts';
import { eventually, type TestMember } from './member.ts';
import { uploadFile, waitUntilProcessed } from './upload.ts';
import { describeServer } from './describe-server.ts';
import { signInAdministrator } from './world.ts';

const long = (words: number): string => Array.from({ length: words }, () => crypto.randomUUID()).join(' ');

const hostile: readonly unknown[] = [
  'a\u0000b',
  'half a pair \ud800',
  // Too long for a row of an index, whether it can be compressed or not.
  'a'.repeat(300_000),
  long(90),
  long(4000),
  '',
  "'; drop table users; --",
  '%\\_',
  '../../x',
  '2026-02-30',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '9'.repeat(400),
  4e9,
  9e15,
  1e300,
  -1,
  0.5,
  null,
  [],
  { $gt: '' },
];

/** Hostile values tried at the nth place across all calls: all in the full run, otherwise three in rotation. */
const triedAt = (n: number): readonly unknown[] =>
  process.env.LECTERN_TEST_FULL ? hostile : [0, 8, 17].map((step) => hostile[(n + step) % hostile.length]);

/** Calls that end what the others need: the session, the portal's address, the video, the users. */
const ending = /logout|\/delete\/|embed-code|portal\/generate/;

const called: readonly Route[] = features
  .flatMap<Route>(({ routes }) => Object.values(routes))
  .filter(({ method, reply }) => method === 'GET' || (reply !== 'stream' && method !== 'DELETE'))
  .filter(({ path }) => !ending.test(path));

describeServer('whatever is sent to the server', {}, (suite) => {
  let member: TestMember;
  let administrator: string;
  /** Valid values by field name; `special` overrides them for some calls. */
  let known: Record<string, unknown>;
  let special: Record<string, Record<string, unknown>>;
  before(async () => {
    const { kysely } = suite.world.database;
    member = await suite.signUp();
    const other = await suite.signUp();
    const sample = (name: string) => join(import.meta.dirname, '../../sample', name);
    const id = await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
    const video = await waitUntilProcessed(member, id);
    await kysely.updateTable('workspaces').set({ plan: 'professional' }).where('id', '=', member.session.id).execute();
    const { data } = await member.call(portalOwnerRoutes.generate, {});
    const shown = await kysely.selectFrom('portal_videos').select('key').executeTakeFirst();
    const share = (await member.call(shareOwnerRoutes.create, { passthrough: id })).data;
    const line = webvttCues(video.vtt)[0]!;
    const mark = { passthrough: id, first: 0, last: 0, start: line.start, words: line.text };
    const highlight = (await member.call(highlightRoutes.highlight, mark)).data;
    const words = { term: 'Lectern', wrong: ['lecturn'] };
    const term = (await member.call(glossaryRoutes.addTerm, words)).data;
    const rewrite = (await member.call(rewriteRoutes.look, {})).data;
    const hook = { url: 'https://example.org/hook', kinds: ['clip.ready' as const] };
    const { id: webhook } = await member.call(webhookRoutes.create, hook);
    const wanted = { name: 'Nightly', kind: 'person' as const, scopes: ['read' as const], days: 30 as const };
    const { id: key } = await member.call(apiKeyRoutes.create, wanted);
    await kysely
      .insertInto('reports')
      .values({ report_type: 'feedback', subject: 'Hello', message: 'It works.', email: 'somebody@example.org' })
      .execute();
    const report = await kysely.selectFrom('reports').select('id').executeTakeFirstOrThrow();
    administrator = (await signInAdministrator(suite.server)).token;
    known = {
      userId: member.session.id,
      passthrough: id,
      id,
      uploadId: id,
      videos: [id],
      employee_id: other.session.id,
      playbackId: video.playback_id,
      filename: `${video.assetId}.mp4`,
      time: '00:00:01',
      timeIn: '00:00:00',
      timeOut: '00:00:02',
      start: '00:00:00',
      end: '00:00:03',
      kind: 'transcript.vtt',
      sort: '',
      accent: '#1f6f54',
      sites: ['https://example.org'],
      email: 'somebody@example.org',
      password: 'a right password',
      membership_end: '2027-01-01',
      customPrompt: 'About money',
      newQuotePrompt: 'About money',
      prompt: 'What is said about money?',
    };
    const named = { recording_id: id, recording_ids: [id], person_id: member.session.id };
    special = {
      '/v1/recordings/:id/chapters': { start: 0 },
      '/v1/recordings/:id/transcript/cues': { number: 0 },
      '/v1/recordings/:id/outlines': { at: new Date().toISOString() },
      '/v1/glossary/:id': { id: term.id },
      '/v1/highlights/:id': { id: highlight.id },
      '/v1/highlights': { ...named, first_cue: 0, last_cue: 0, words: line.text },
      '/v1/shares/:id': { id: share.id },
      '/v1/clips': { ...named, start: 0, end: 2 },
      '/v1/people': { id: member.session.id },
      '/v1/webhooks': { id: webhook, url: hook.url },
      '/v1/': { ...named, at: 1, start: 1, end: 2, chapter_id: video.chapters[0]!.id },
      '/thumbnail.jpg': { time: 1, token: data.token, video: shown!.key },
      '/s/': { key: share.url.split('/').at(-1) },
      '/muxvideos/shares/:id': { id: share.id },
      '/muxvideos/shares': {
        start: 1,
        end: 2,
        chapter: video.chapters[0]!.id,
        ends_at: new Date(Date.now() + day).toISOString(),
      },
      '/muxvideos/highlights/:id': { id: highlight.id },
      '/muxvideos/highlights': { first: 0, last: 0, start: line.start, words: line.text },
      '/glossary/terms/:id': { id: term.id, before: words },
      '/glossary/rewrites/:id': { id: rewrite.id },
      '/keys/:id': { id: key },
      '/webhooks/:id': { id: webhook, url: hook.url },
      '/portal/': { token: data.token, video: shown!.key },
      '/admin/employee/': { id: other.session.id },
      '/admin/report/': { id: report.id },
      '/transcript/cue': { start: 0, n: 0 },
    };
  });

  async function send({ method, path, access, reply }: Route, { params, query, body }: Parts): Promise<number> {
    const text = (value: unknown): string => String(value).toWellFormed().slice(0, 3000);
    const given = params as Record<string, unknown>;
    const address = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(text(given[name])));
    const search = new URLSearchParams(Object.entries(query as object).map(([name, value]) => [name, text(value)]));
    const inBody = method !== 'GET';
    const response = await fetch(
      `${suite.server.origin}${reply === 'stream' ? '' : '/api'}${address}?${search.toString()}`,
      {
        method,
        headers: {
          authorization: `Bearer ${access === 'admin' ? administrator : member.session.token}`,
          ...(inBody ? { 'content-type': 'application/json' } : {}),
        },
        ...(inBody ? { body: JSON.stringify(body) } : {}),
      },
    );
    await response.body?.cancel();
    return response.status;
  }

  /** All values are sent at once: where a member has only so many places, the others are told to come again. */
  const sendUntilFree = (route: Route, parts: Parts): Promise<number> =>
    eventually(async () => {
      const status = await send(route, parts);
      return status === 503 ? undefined : status;
    }, `a free place for ${route.method} ${route.path}`);

  const knownFor = ({ path }: Route): Record<string, unknown> => ({
    ...known,
    ...Object.entries(special).find(([part]) => path.includes(part))?.[1],
  });

  /** Three bytes each, and eighteen letters where texts are folded to be looked through. */
  const widest = '\ufdfa';

  it('takes or refuses a text of the greatest length in wide letters, and refuses one letter more', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const route of called) {
      if (!route.body || route.body === 'bytes') continue;
      const right = exampleInput(route, knownFor(route));
      for (const { path, longest, holding } of textPlacesIn(route.body, knownFor(route))) {
        if (longest === undefined) continue;
        count += 1;
        const [most, more] = await Promise.all(
          [widest.repeat(longest), 'x'.repeat(longest + 1)].map((text) =>
            sendUntilFree(route, { ...right, body: holding(text) }),
          ),
        );
        if (most! >= 500 || more! < 400 || more! >= 500)
          wrong.push(`${route.method} ${route.path} ${path.join('.')}: ${most}, and ${more} with one more`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(count > 100, `${count} texts`);
  });

  it('takes or refuses hostile input in every field and never fails', async () => {
    const failed: string[] = [];
    const reached = new Set<string>();
    let places = 0;
    for (const route of called) {
      const name = `${route.method} ${route.path}`;
      const right = exampleInput(route, knownFor(route));
      if ((await send(route, right)) < 400) reached.add(name);
      for (const path of placesIn(right)) {
        if (path.length < 2) continue;
        const tries = triedAt((places += 1)).map(async (value) => {
          const status = await sendUntilFree(route, replaceAt(right, path, value));
          if (status >= 500) failed.push(`${name}, ${path.join('.')} ${JSON.stringify(value).slice(0, 30)}: ${status}`);
        });
        await Promise.all(tries);
      }
    }
    assert.deepEqual(failed, []);
    // Else the examples are refused at the door, and this shows nothing.
    assert.ok(reached.size > called.length / 2, `${reached.size} of ${called.length} calls are right`);
  });
});
