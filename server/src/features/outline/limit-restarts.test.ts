import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { approximateTokens } from '@lectern/contract/rules/prompts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { oneDatabase } from '../../../test/databases.ts';
import { type ModelStage, openModelStage } from '../../../test/language/model-stage.ts';
import { good } from '../../../test/language/model-outlines.ts';
import { eventually } from '../../../test/member.ts';
import { expectRefusal } from '../../../test/refusals.ts';
import { waitUntilProcessed } from '../../../test/upload.ts';

oneDatabase((database, open) => {
  describe(`chapters that are begun anew while a model writes them, on ${database}`, () => {
    let stage: ModelStage;
    before(async () => {
      const env = { LANGUAGE_ENGINE: 'openai', LANGUAGE_MODEL: 'gpt-of-tests', LANGUAGE_API_KEY: 'key-of-tests' };
      stage = await openModelStage(open, env);
    });
    after(() => stage?.close());

    const rechapter = () => stage.member.call(videoRoutes.regenerateChapters, { passthrough: stage.video.id });
    const asked = (n: number) => eventually(async () => stage.model.asked[n - 1], `question ${n}`);

    it('cost what the model was sent each time, and may be so ten times an hour', async () => {
      stage.model.asked.length = 0;
      stage.model.react = () => 'hang';
      const before = await stage.used();
      await rechapter();
      const { system, prompt } = await asked(1);
      for (let n = 2; n <= 11; n++) {
        await rechapter();
        await asked(n);
      }
      const refusal = await expectRefusal(rechapter());
      assert.equal(refusal.status, 429);
      assert.match((refusal.body as { msg: string }).msg, /started over often\. Please wait until they are done/);

      stage.model.react = (question) => ({ answer: good(question), usage: { input: 1000, output: 100 } });
      const { kysely } = stage.server.world.database;
      const abandoned = () =>
        kysely
          .selectFrom('token_operations')
          .select(['sent', 'received', 'used', 'state', 'engine'])
          .where('result', 'like', '%stopped before the language model%')
          .execute();
      const rows = await eventually(async () => {
        const all = await abandoned();
        return all.length === 10 ? all : undefined;
      }, 'what the abandoned runs have cost');
      for (const { sent, received, used, state, engine } of rows) {
        assert.ok(sent! > 0.6 * approximateTokens(system, prompt), `${sent}`);
        assert.deepEqual([used, received, state, engine], [sent, 0, 'settled', 'openai/gpt-of-tests']);
      }
      await stage.server.world.database.kysely.deleteFrom('rate_limits').execute();
      await rechapter();
      await waitUntilProcessed(stage.member, stage.video.id);
      const spent = [...(await abandoned())].reduce((sum, { used }) => sum + used!, 0);
      assert.equal((await stage.used()) - before, spent + 1100);
    });
  });
});
