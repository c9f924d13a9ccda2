import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { mapS3Error, isSilence } from './client.ts';

/** As the SDK throws them. */
const timeout = (code?: string): Error => Object.assign(new Error('it says why'), { name: 'TimeoutError', code });
const answered = (httpStatusCode: number, name = 'Unknown'): Error =>
  Object.assign(new Error('it says why'), { name, $metadata: { httpStatusCode } });

test('a connection that was reset is no silence: it is tried again', () => {
  for (const code of ['ECONNRESET', 'EPIPE']) assert.equal(isSilence(timeout(code)), false, code);
  for (const code of [undefined, 'ETIMEDOUT']) assert.equal(isSilence(timeout(code)), true, String(code));
});

test('reports storage_away for silence or foreign answers, and storage_unavailable for refusals', () => {
  const rows: [Error, string][] = [
    [timeout(), 'storage_away'],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'storage_away'],
    [answered(500), 'storage_away'],
    [answered(503, 'SlowDown'), 'storage_away'],
    [answered(403), 'storage_unavailable'],
    [answered(412), 'storage_unavailable'],
    [answered(404, 'NoSuchKey'), 'not_found'],
    [answered(404, 'NoSuchUpload'), 'not_found'],
    // Answers of a missing bucket, a HEAD request, and a proxy before the service.
    [answered(404, 'NoSuchBucket'), 'storage_away'],
    [answered(404, 'NotFound'), 'storage_away'],
    [answered(404), 'storage_away'],
  ];
  for (const [error, code] of rows) {
    const problem = mapS3Error(error);
    assert.ok(problem instanceof Problem && problem.code === code, code);
  }
});
