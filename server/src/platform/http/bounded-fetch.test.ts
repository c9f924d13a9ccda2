import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startFaultServer } from '../../../test/fault-server.ts';
import { boundedFetch } from './outside-call.ts';

const server = await startFaultServer(() => ({ status: 201, headers: { 'x-own': 'yes' }, body: 'short' }));
describe('a fetch that is bounded', () => {
  after(() => server.close());

  it('passes an answer on as it is', async () => {
    const reply = await boundedFetch(100)(server.url);
    assert.deepEqual([reply.status, reply.headers.get('x-own'), await reply.text()], [201, 'yes', 'short']);
  });

  it('breaks off an answer without end, and one that is small only on the way', async () => {
    const bomb = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(1e7)) };
    for (const fault of ['endless', bomb] as const) {
      server.faults.push(fault);
      const reply = await boundedFetch(1e6)(server.url);
      await assert.rejects(reply.text(), { name: 'AnswerTooLong' });
    }
  });
});
