import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { ApiUpload } from '@lectern/contract/v1/media';
import type { ApiRecording } from '@lectern/contract/v1/recordings';
import { apiClient } from '../../../test/api-client.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { eventually } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';

describeServer('a recording that a program names', { env: { OUTBOUND_ALLOW: '127.0.0.2/32' } }, (suite) => {
  it('becomes one under the id of its upload, when the address is allowed', async () => {
    const file = await readFile(getSamplePath('short.mp4'));
    const source = await startLocalServer((_request, response) => void response.end(file), '127.0.0.2');
    const member = await suite.signUp();
    const call = apiClient(suite.server.origin, () => member.session.token);
    try {
      const body = { url: `${source.url}/talk.mp4`, title: 'The talk' };
      const begun = await call<ApiUpload>('uploadFromUrl', { body });
      assert.deepEqual([begun.status, begun.body.upload_url], [202, null]);
      const params = { id: begun.body.id };
      const recording = await eventually(async () => {
        const answer = await call<ApiRecording>('getRecording', { params });
        return answer.status === 200 && answer.body.is_playable ? answer.body : undefined;
      }, 'the recording');
      assert.equal(recording.title, 'The talk');
      const refused = await call<{ code: string }>('uploadFromUrl', { body: { url: 'https://127.0.0.1/talk.mp4' } });
      assert.deepEqual([refused.status, refused.body.code], [400, 'address_refused']);
    } finally {
      await source.close();
    }
  });
});
