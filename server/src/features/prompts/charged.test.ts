import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { signUp } from '../../../test/member.ts';
import { sample } from '../../../test/sample.ts';
import { uploadFile } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import type { Context, World } from '../../platform/context.ts';
import { charged } from './charged.ts';

describe('an answer that fails, and whose tokens cannot be settled', () => {
  let server: TestWorld;
  before(async () => {
    server = await openTestWorld();
  });
  after(() => server?.close());

  it('is told by why there is none', async () => {
    const member = await signUp(server.origin, server.letters);
    const videoId = await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
    const { database, log } = server.world;
    let transactions = 0;
    const transaction: World['database']['transaction'] = (work) => {
      transactions += 1;
      // The first one reserves the tokens.
      return transactions === 1 ? database.transaction(work) : Promise.reject(new Error('Connection terminated'));
    };
    const ctx = { ...server.world, log, database: { ...database, transaction }, member: { id: member.session.id } };
    const ask = () => Promise.reject(new Problem('language_failed'));
    const prepared = { engine: 'model', systemPrompt: '', customPrompt: '', estimate: 5, ask };
    await assert.rejects(
      charged(ctx as unknown as Context<'active'> & World, { operation: 'ai-search', videoId }, prepared, () =>
        assert.fail('There is no result.'),
      ),
      { code: 'language_failed' },
    );
    assert.equal(transactions, 2);
    const open = await database.kysely
      .selectFrom('token_operations')
      .select('state')
      .where('operation', '=', 'ai-search')
      .execute();
    assert.deepEqual(open, [{ state: 'reserved' }]);
  });
});
