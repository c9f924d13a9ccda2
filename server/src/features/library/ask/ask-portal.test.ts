import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { askRoutes } from '@lectern/contract/library/ask';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { portalLimits } from '@lectern/contract/rules/portal-settings';
import { longestVisitorQuestion } from '@lectern/contract/rules/visitor-questions';
import { plans } from '@lectern/contract/rules/plans';
import { reserveTokens } from '../../billing/tokens/operations.ts';
import { oneDatabase } from '../../../../test/databases.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { type ModelStage, openModelStage } from '../../../../test/language/model-stage.ts';
import type { TestMember } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { storeTexts } from '../../../../test/stored-texts.ts';
import type { TestWorld } from '../../../../test/world.ts';

const filler = Array.from({ length: 30 }, (_, n) => `We talk about the weather in town number ${n} for a while.`);
const licence = 'The enterprise licence costs twelve thousand dollars a year for each region.';
const licenceOf = (price: string) => [...filler, licence.replace('twelve', price), ...filler];
const question = 'What does the enterprise licence cost?';

/** Gives a member a portal with recordings of these titles and prices; resolves with its token. */
async function publish(
  { world }: TestWorld,
  member: TestMember,
  prices: readonly string[],
): Promise<{ token: string; ids: string[] }> {
  const db = world.database.kysely;
  await db.updateTable('workspaces').set({ plan: 'professional' }).where('id', '=', member.session.id).execute();
  const ids: string[] = [];
  for (const price of prices)
    ids.push(await storeTexts(world, member, { title: `Talk of ${price}`, said: licenceOf(price) }));
  await db.updateTable('videos').set({ playable: true }).where('id', 'in', ids).execute();
  const { token } = (await member.call(portalOwnerRoutes.generate, { videos: ids })).data;
  return { token, ids };
}

describeServer('questions of visitors to a portal', { databases: 'both' }, (suite) => {
  let owner: TestMember;
  let token: string;
  let ids: string[];
  const allow = (answers_questions: boolean) => owner.call(portalOwnerRoutes.change, { answers_questions });
  const ask = (asked = question, to = token) => suite.server.call(askRoutes.askPortal, { token: to, question: asked });

  before(async () => {
    owner = await suite.signUp();
    const { token: own, ids: all } = await publish(suite.server, owner, ['twelve', 'thirteen', 'fourteen']);
    [token, ids] = [own, all];
    await owner.call(portalOwnerRoutes.change, { videos: all.slice(0, 2) });
    const stranger = await suite.signUp();
    await publish(suite.server, stranger, ['ninety']);
    await stranger.call(portalOwnerRoutes.change, { answers_questions: true });
  });
  beforeEach(async () => {
    suite.clock.aheadMs += 3_600_001;
    await allow(true);
  });

  it('says that questions are not taken, when the owner does not allow questions', async () => {
    await allow(false);
    await refuses(ask(), 'questions_off');
    await refuses(ask(question, 'a-token-of-nobody-at-all'), 'portal_gone');
    const { settings } = (await owner.call(portalOwnerRoutes.own, undefined)).data!;
    assert.equal(settings.answers_questions, false);
  });

  it('answers from published recordings alone, and with nothing but what was said and where it plays', async () => {
    const { citations, sentences } = (await ask()).data;
    assert.deepEqual(citations.map(({ title }) => title).toSorted(), ['Talk of thirteen', 'Talk of twelve']);
    assert.deepEqual(sentences, []);
    for (const { title, text, ...rest } of citations) {
      assert.ok(text.includes(licence.replace('twelve', title.split(' ').at(-1)!)), text);
      assert.deepEqual(Object.keys(rest).toSorted(), ['chapter', 'end', 'key', 'start']);
    }
    const rows = await suite.db.selectFrom('portal_videos').select('key').where('video_id', 'in', ids).execute();
    assert.deepEqual(citations.map(({ key }) => key).toSorted(), rows.map(({ key }) => key).toSorted());
  });

  it('says that the webinars do not say it, when nothing published speaks of a question', async () => {
    const { data } = await ask('How do penguins in Antarctica breed?');
    assert.deepEqual(
      [data.remark, data.citations],
      ['These webinars do not say anything about this. Only the words of your question were looked for.', []],
    );
    await owner.call(portalOwnerRoutes.change, { videos: [] });
    assert.deepEqual((await ask()).data.citations, []);
    await owner.call(portalOwnerRoutes.change, { videos: ids.slice(0, 2) });
  });

  it('refuses what is no question, and a network that asks again and again', async () => {
    for (const bad of [' ', 'x'.repeat(longestVisitorQuestion + 1)]) await assert.rejects(ask(bad), { status: 400 });
    for (let n = 0; n < 20; n += 1) await ask();
    await refuses(ask(), 'too_many_tries');
    suite.clock.aheadMs += 600_001;
    await ask();
  });
});

oneDatabase((database, open) => {
  describe(`questions of visitors with a language model on ${database}`, () => {
    let stage: ModelStage;
    let token: string;
    before(async () => {
      stage = await openModelStage(open, {
        LANGUAGE_ENGINE: 'openai',
        LANGUAGE_MODEL: 'gpt-of-tests',
        LANGUAGE_API_KEY: 'key-of-tests',
      });
      ({ token } = await publish(stage.server, stage.member, ['twelve']));
      await stage.member.call(portalOwnerRoutes.change, { answers_questions: true });
      stage.model.react = ({ prompt }) => ({
        answer: {
          sentences: [
            {
              text: 'An enterprise licence costs twelve thousand dollars a year.',
              lines: [Number(/\[(\d+)\] The enterprise licence/.exec(prompt)![1])],
            },
          ],
        },
        usage: { input: 900, output: 60 },
      });
    });
    after(() => stage?.close());
    const ask = async () => (await stage.server.call(askRoutes.askPortal, { token, question })).data;
    const forgetTries = (name: string) =>
      stage.server.world.database.kysely
        .deleteFrom('rate_limits')
        .where('key', 'like', `ask-portal/${name}/%`)
        .execute();

    it('writes sentences with their citations, which the owner pays', async () => {
      const before = await stage.used();
      const { sentences, citations, remark } = await ask();
      assert.deepEqual(sentences, [
        { text: 'An enterprise licence costs twelve thousand dollars a year.', citations: [1] },
      ]);
      assert.equal(citations[0]?.text, licence);
      assert.equal(remark, 'A language model answered; every sentence rests on the words it cites.');
      assert.equal((await stage.used()) - before, 960);
      const last = await stage.server.world.database.kysely
        .selectFrom('token_operations')
        .select(['operation', 'user_id'])
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      assert.deepEqual(last, { operation: 'ask-portal', user_id: null });
    });

    it('gives passages alone, when the model fails', async () => {
      const good = stage.model.react;
      stage.model.react = () => ({ status: 400 });
      const { sentences, citations, remark } = await ask();
      assert.deepEqual([sentences, citations[0]?.text.includes(licence)], [[], true]);
      assert.equal(remark, 'Passages that contain your words, the best first.');
      stage.model.react = good;
    });

    it('gives passages alone, when a model has answered strangers often enough for a day', async () => {
      for (let n = 0; n < portalLimits.modelAnswers; n += 1) {
        await forgetTries('network');
        await ask();
      }
      const before = await stage.used();
      assert.deepEqual((await ask()).sentences, []);
      assert.equal(await stage.used(), before);
    });

    it('gives passages alone, when strangers would use up the half that is the owner’s', async () => {
      await forgetTries('model');
      await forgetTries('network');
      await reserveTokens(stage.server.world, {
        workspaceId: stage.member.session.id,
        videoId: null,
        operation: 'ai-search',
        estimate: plans.professional.tokens / 2,
      });
      assert.deepEqual((await ask()).sentences, []);
    });
  });
});
