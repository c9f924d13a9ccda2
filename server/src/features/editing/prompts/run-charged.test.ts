import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { openUsualPlace } from '../../../../test/databases.ts';
import { openRecordedWorld, type RecordedWorld } from '../../../../test/recorded.ts';
import type { Context, World } from '../../../platform/http/context.ts';
import { runCharged } from './run-charged.ts';

describe('an answer that fails, and whose tokens cannot be settled', () => {
  let recorded: RecordedWorld<'short'>;
  before(async () => {
    recorded = await openRecordedWorld(openUsualPlace, ['short']);
  });
  after(async () => {
    await recorded?.server.close();
    await recorded?.place.close();
  });

  it('reports the original error, when releasing tokens fails', async () => {
    const { member, short } = recorded;
    const { database, log } = recorded.server.world;
    let transactions = 0;
    const transaction: World['database']['transaction'] = (work) => {
      transactions += 1;
      // The first one reserves the tokens.
      return transactions === 1 ? database.transaction(work) : Promise.reject(new Error('Connection terminated'));
    };
    const ctx = {
      ...recorded.server.world,
      log,
      database: { ...database, transaction },
      member: { id: member.session.id },
    };
    const ask = () => Promise.reject(new Problem('language_failed'));
    const prepared = { engine: 'model', systemPrompt: '', customPrompt: '', estimate: 5, ask };
    await assert.rejects(
      runCharged(
        ctx as unknown as Context<'active'> & World,
        { operation: 'ai-search', videoId: short.id },
        prepared,
        () => assert.fail('There is no result.'),
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
