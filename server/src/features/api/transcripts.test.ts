import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import type { ProblemCode } from '@lectern/contract/problem';
import type { ApiChapters, ApiTranscript } from '@lectern/contract/v1/recordings';
import type { ApiCue, ApiTerm } from '@lectern/contract/v1/transcripts';
import { apiClient, type ApiReply } from '../../../test/api-client.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { getSamplePath } from '../../../test/sample.ts';

type Page<T> = { data: T[]; next_cursor: string | null };
type Link = { download_url: string };

describeRecordings('transcripts and texts that a program edits', ['short'], {}, (suite) => {
  let call: ReturnType<typeof apiClient>;
  let params: { id: string };
  before(() => {
    call = apiClient(suite.server.origin, () => suite.member.session.token);
    params = { id: suite.short.id };
  });

  const refusesWith = ({ status, body }: ApiReply<unknown>, expected: number, code: ProblemCode): void =>
    assert.deepEqual([status, (body as { code: string }).code], [expected, code]);
  const transcript = () => call<ApiTranscript>('getTranscript', { params });
  const matching = ({ headers }: ApiReply<unknown>) => ({ 'if-match': headers.get('etag')! });

  it('corrects a cue from the version that was read, and notes who did', async () => {
    const read = await transcript();
    const wish = { params: { ...params, number: 0 }, body: { text: 'Quite other words.' } };
    refusesWith(await call('changeCue', wish), 428, 'version_needed');
    const changed = await call<ApiCue>('changeCue', { ...wish, headers: matching(read) });
    assert.deepEqual([changed.status, changed.body.text], [200, 'Quite other words.']);
    const now = await transcript();
    assert.equal(now.body.cues[0]!.text, 'Quite other words.');
    assert.deepEqual([matching(now), now.body.version], [matching(changed), changed.body.version]);
    const late = await call<{ present: ApiCue }>('changeCue', { ...wish, headers: matching(read) });
    refusesWith(late, 412, 'changed_meanwhile');
    assert.deepEqual(late.body.present, changed.body);
    const nowhere = { params: { ...params, number: 1000 }, body: wish.body, headers: matching(now) };
    refusesWith(await call('changeCue', nowhere), 404, 'not_found');
    const { body } = await call<Page<{ field: string; after: string }>>('listEdits', { params });
    assert.deepEqual([body.data[0]!.field, body.data[0]!.after], ['cue', 'Quite other words.']);
  });

  it('gives captions with speakers, and another name to one of them', async () => {
    const query = { file_name: 'talk.vtt' };
    const file =
      'WEBVTT\n\n00:00.100 --> 00:01.000\n<v Grace>Good morning.\n\n00:01.000 --> 00:02.000\n<v Ada>Hello.\n';
    const sent = await fetch(
      `${suite.server.origin}/api/v1/recordings/${params.id}/captions?${new URLSearchParams(query)}`,
      { method: 'PUT', headers: { authorization: `Bearer ${suite.member.session.token}` }, body: file },
    );
    assert.deepEqual([sent.status, ((await sent.json()) as { cues: number }).cues], [200, 2]);
    await suite.settle();
    const read = await transcript();
    assert.deepEqual([read.body.source, read.body.cues.map(({ speaker }) => speaker)], ['file', ['Grace', 'Ada']]);
    const wish = { params, body: { from: 'Grace', to: 'Grace Hopper' }, headers: matching(read) };
    const renamed = await call<{ cues: number[]; version: string }>('renameSpeaker', wish);
    assert.deepEqual(renamed.body.cues, [0]);
    const now = await transcript();
    assert.deepEqual([now.body.cues[0]!.speaker, now.body.version], ['Grace Hopper', renamed.body.version]);
    refusesWith(await call('renameSpeaker', { ...wish, headers: { 'if-match': '*' } }), 412, 'changed_meanwhile');
  });

  it('keeps a glossary, each term from the version that was read', async () => {
    const made = await call<ApiTerm>('createTerm', { body: { term: 'Lectern', wrong: ['lecturn'] } });
    assert.equal(made.status, 201);
    const wish = { params: { id: made.body.id }, body: { wrong: ['lecturn', 'lektern'] }, headers: matching(made) };
    const changed = await call<ApiTerm>('changeTerm', wish);
    assert.deepEqual([changed.body.term, changed.body.wrong], ['Lectern', ['lecturn', 'lektern']]);
    refusesWith(await call('changeTerm', wish), 412, 'changed_meanwhile');
    await call('deleteTerm', { params: { id: made.body.id } });
    assert.deepEqual((await call<Page<ApiTerm>>('listTerms')).body.data, []);
  });

  it('brings chapters back that were written again', async () => {
    const before = await call<ApiChapters>('getChapters', { params });
    await call('regenerateChapters', { params, body: {} });
    await suite.settle();
    const { body } = await call<Page<{ at: string; restored: boolean }>>('listOutlines', { params });
    const [{ at, restored }] = body.data as [{ at: string; restored: boolean }];
    assert.equal(restored, false);
    assert.equal((await call('getOutlineChanges', { params })).status, 200);
    const back = await call<ApiChapters>('restoreOutline', { params, body: { at } });
    const titles = ({ data }: ApiChapters): string[] => data.map(({ title }) => title);
    assert.deepEqual(titles(back.body), titles(before.body));
  });

  it('names addresses of the recording and of its texts, which open without a key', async () => {
    const original = await call<Link>('getOriginal', { params });
    const file = await fetch(original.body.download_url);
    const sample = await readFile(getSamplePath('short.mp4'));
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), sample);
    const notes = await call<Link>('getFile', { params: { ...params, kind: 'chapters.json' } });
    assert.equal((await fetch(notes.body.download_url)).status, 200);
    refusesWith(await call('getFile', { params: { ...params, kind: 'secrets.txt' } }), 404, 'not_found');
  });
});
