import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ProblemCode } from '@lectern/contract/problem';
import type { ApiAnswer, ApiHighlight } from '@lectern/contract/v1/library';
import type { ApiClip, ApiUpload } from '@lectern/contract/v1/media';
import type { ApiChapters, ApiQuote, ApiRecording, ApiTranscript } from '@lectern/contract/v1/recordings';
import { Validator } from '@seriousme/openapi-schema-validator';
import { apiClient, apiDocument, type ApiReply } from '../../../test/api-client.ts';
import { assertEvery } from '../../../test/assert-every.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { eventually } from '../../../test/member.ts';

type Page<T> = { data: T[]; next_cursor: string | null };
type Failure = { code: ProblemCode; errors?: object[]; present?: { version: string; title?: string } };

describeRecordings('the API of programs', ['short', 'webinar'], {}, (suite) => {
  let call: ReturnType<typeof apiClient>;
  let stranger: ReturnType<typeof apiClient>;
  let params: { id: string };
  before(async () => {
    await suite.changeUser(suite.member, { plan: 'professional' });
    call = apiClient(suite.server.origin, () => suite.member.session.token);
    stranger = apiClient(suite.server.origin, () => suite.stranger.session.token);
    params = { id: suite.short.id };
  });

  const refusesWith = ({ status, body }: ApiReply<unknown>, expected: number, code: ProblemCode): void =>
    assert.deepEqual([status, (body as Failure).code], [expected, code]);

  it('describes itself by a document that is OpenAPI 3.1', async () => {
    const answer = await fetch(`${suite.server.origin}/api/v1/openapi.json`);
    const document = (await answer.json()) as Record<string, unknown>;
    const { valid, errors } = await new Validator().validate(document);
    assert.ok(valid, JSON.stringify(errors));
    const paths = Object.keys(document['paths'] as object);
    assert.deepEqual(paths, Object.keys(apiDocument.paths));
    assertEvery(paths, (path) => path.startsWith('/api/v1/'));
    assertEvery(document['tags'] as { description: string }[], ({ description }) => description.endsWith('.'));
  });

  it('lists all recordings page by page, each once', async () => {
    const first = await call<Page<ApiRecording>>('listRecordings', { query: { limit: 1 } });
    const cursor = first.body.next_cursor!;
    const second = await call<Page<ApiRecording>>('listRecordings', { query: { limit: 1, cursor } });
    assert.equal(second.body.next_cursor, null);
    const ids = [...first.body.data, ...second.body.data].map(({ id }) => id);
    assert.deepEqual(ids.toSorted(), [suite.short.id, suite.webinar.id].toSorted());
  });

  it('refuses a cursor, when it is forged, of another list or of another workspace', async () => {
    const { body } = await call<Page<ApiRecording>>('listRecordings', { query: { limit: 1 } });
    const cursor = body.next_cursor!;
    const forged = cursor.replace(/~[^~.]+\./, '~00000000-0000-4000-8000-000000000000.');
    refusesWith(await call('listRecordings', { query: { cursor: forged } }), 400, 'cursor_invalid');
    refusesWith(await call('listRecordings', { query: { cursor, q: 'words' } }), 400, 'cursor_invalid');
    refusesWith(await call('listLog', { query: { cursor } }), 400, 'cursor_invalid');
    refusesWith(await stranger('listRecordings', { query: { cursor } }), 400, 'cursor_invalid');
  });

  it('names every field that is wrong or unknown', async () => {
    const wrong = { recording_id: 'x', start: -1, end: 2, more: true };
    const { status, body } = await call<Failure>('createClip', { body: wrong });
    assert.equal(status, 400);
    assert.deepEqual(body.errors, [
      { detail: 'it must be an id', pointer: '#/recording_id' },
      { detail: 'it must be at least 0', pointer: '#/start' },
      { detail: 'there is nothing called more', pointer: '#' },
    ]);
    const query = await call<Failure>('listRecordings', { query: { limit: 101, page: 2 } });
    assert.deepEqual(
      [query.status, query.body.errors],
      [
        400,
        [
          { detail: 'it may be at most 100', parameter: 'limit' },
          { detail: 'there is nothing called page', parameter: '' },
        ],
      ],
    );
  });

  it('answers as a problem, also where there is no such call, no session and no such recording', async () => {
    const nowhere = await fetch(`${suite.server.origin}/api/v1/nothing`);
    assert.deepEqual(
      [nowhere.status, nowhere.headers.get('content-type'), ((await nowhere.json()) as Failure).code],
      [404, 'application/problem+json; charset=utf-8', 'not_found'],
    );
    const nobody = await apiClient(suite.server.origin, () => 'nobody')('getUsage');
    refusesWith(nobody, 401, 'unauthorized');
    assert.equal(nobody.headers.get('www-authenticate'), 'Bearer');
    refusesWith(await stranger('getRecording', { params }), 404, 'not_found');
  });

  it('changes texts from the version that was read, and else answers with the present one', async () => {
    const { headers, body: read } = await call<ApiRecording>('getRecording', { params });
    const etag = headers.get('etag')!;
    assert.equal(etag, `"${read.version}"`);
    const body = { title: 'By a program' };
    refusesWith(await call('changeRecording', { params, body }), 428, 'version_needed');
    const changed = await call<ApiRecording>('changeRecording', { params, body, headers: { 'if-match': etag } });
    assert.deepEqual([changed.status, changed.body.title], [200, 'By a program']);
    assert.notEqual(changed.headers.get('etag'), etag);
    const late = await call<Failure>('changeRecording', {
      params,
      body: { title: 'Too late' },
      headers: { 'if-match': etag },
    });
    refusesWith(late, 412, 'changed_meanwhile');
    assert.deepEqual(late.body.present, changed.body);
  });

  it('changes it once, when several change the same version at once', async () => {
    const { headers } = await call('getRecording', { params });
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((title) =>
        call('changeRecording', { params, body: { title }, headers: { 'if-match': headers.get('etag')! } }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual([statuses.filter((status) => status === 200).length, new Set(statuses)], [1, new Set([200, 412])]);
  });

  it('replaces chapters, and keeps of each what is left out', async () => {
    const { headers, body } = await call<ApiChapters>('getChapters', { params });
    const [first, ...others] = body.data;
    const as = ({ id, title, start }: ApiChapters['data'][number]) => ({ id, title, start });
    const chapters = [{ ...as(first!), title: 'The beginning' }, ...others.map(as)];
    const sent = { params, body: { chapters }, headers: { 'if-match': headers.get('etag')! } };
    const replaced = await call<ApiChapters>('replaceChapters', sent);
    assert.deepEqual(replaced.body.data, [
      { ...first!, title: 'The beginning', edited: [...new Set([...first!.edited, 'title'])] },
      ...others,
    ]);
    refusesWith(await call('replaceChapters', sent), 412, 'changed_meanwhile');
    const half = {
      chapters: [
        { title: 'A', start: 0 },
        { title: 'B', start: 1.25 },
      ],
    };
    const again = { params, body: half, headers: { 'if-match': replaced.headers.get('etag')! } };
    const { body: now } = await call<ApiChapters>('replaceChapters', again);
    assert.deepEqual(
      now.data.map(({ start, end }) => [start, end]),
      [
        [0, 1.25],
        [1.25, Math.round(suite.short.duration * 1000) / 1000],
      ],
    );
  });

  it('gives a transcript as lines and as files', async () => {
    const { body } = await call<ApiTranscript>('getTranscript', { params });
    assert.ok(body.cues.length > 0);
    for (const [format, start] of [
      ['vtt', 'WEBVTT'],
      ['srt', '1\n00:'],
      ['txt', ''],
    ] as const) {
      const file = await call<string>('getTranscript', { params, query: { format } });
      assert.ok(file.body.startsWith(start) && file.body.includes(body.cues[0]!.text.slice(0, 20)), format);
    }
  });

  it('finds words, answers questions and shows where both are said', async () => {
    const quotes = await call<Page<ApiQuote>>('listQuotes', { params: { id: suite.webinar.id } });
    const words = (await call<ApiTranscript>('getTranscript', { params: { id: suite.webinar.id } })).body.cues[0]!.text;
    const q = words.split(' ').slice(0, 3).join(' ');
    const found = await call<{ data: { recording_id: string }[] }>('search', { query: { q } });
    assert.ok(found.body.data.some(({ recording_id: id }) => id === suite.webinar.id));
    assertEvery(quotes.body.data, ({ text }) => text !== '');
    const asked = await call<ApiAnswer>('ask', { body: { question: q } });
    assert.ok(asked.body.citations[0]?.url.startsWith(suite.server.origin));
  });

  it('marks words, and writes their note from the version that was read', async () => {
    const { cues } = (await call<ApiTranscript>('getTranscript', { params })).body;
    const wish = { recording_id: params.id, first_cue: 0, last_cue: 0, words: cues[0]!.text };
    const made = await call<ApiHighlight>('createHighlight', { body: wish });
    assert.equal(made.status, 201);
    const { id, version } = made.body;
    const noted = await call<ApiHighlight>('changeHighlight', {
      params: { id },
      body: { note: 'For the deck' },
      headers: { 'if-match': `"${version}"` },
    });
    assert.equal(noted.body.note, 'For the deck');
    await call('deleteHighlight', { params: { id } });
    const left = await call<Page<ApiHighlight>>('listHighlights');
    assert.deepEqual(left.body.data, []);
  });

  it('cuts a clip that can be downloaded, and takes a picture', async () => {
    const wish = { recording_id: params.id, start: 0.5, end: 2 };
    const begun = await call<ApiClip>('createClip', { body: wish });
    assert.equal(begun.status, 202);
    const url = await eventually(async () => {
      const { body } = await call<ApiClip>('getClip', { params: { id: begun.body.id } });
      return body.download_url ?? undefined;
    }, 'the clip');
    assert.equal((await fetch(url)).status, 200);
    refusesWith(await stranger('getClip', { params: { id: begun.body.id } }), 404, 'not_found');
    const { body } = await call<{ download_url: string }>('createScreenshot', {
      body: { recording_id: params.id, at: 1 },
    });
    assert.equal((await fetch(body.download_url)).status, 200);
  });

  it('begins an upload at the address where its bytes go', async () => {
    const { body } = await call<ApiUpload>('createUpload', { body: { file_name: 'talk.mp4' } });
    assert.deepEqual((await call<ApiUpload>('getUpload', { params: { id: body.id } })).body, body);
    const { status } = await fetch(body.upload_url!, {
      method: 'PUT',
      headers: { 'content-range': 'bytes 0-9/100' },
      body: Buffer.alloc(10),
    });
    assert.equal(status, 308);
    await call('cancelUpload', { params: { id: body.id } });
    refusesWith(await call('getUpload', { params: { id: body.id } }), 404, 'not_found');
  });
});
