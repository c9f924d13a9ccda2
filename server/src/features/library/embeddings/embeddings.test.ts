import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { askRoutes } from '@lectern/contract/library/ask';
import type { Call } from '@lectern/contract/client';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeServer } from '../../../../test/describe-server.ts';
import { startEmbeddingServer } from '../../../../test/language/embeddings-server.ts';
import type { TestMember } from '../../../../test/member.ts';
import { cueLength, storeTexts } from '../../../../test/stored-texts.ts';
import { sweepEmbeddings } from './embed-passages.job.ts';

const filler = Array.from({ length: 40 }, (_, n) => `We talk about the weather in town number ${n} for a while.`);
const behind = (line: string): string[] => [...filler, line, ...filler];
const said = 'Our cars leave the factory in Bremen every second Tuesday morning.';

const server = await startEmbeddingServer();
const env = { EMBEDDINGS_URL: server.url, EMBEDDINGS_MODEL: 'model-of-tests', EMBEDDINGS_API_KEY: 'key-of-tests' };

after(() => server.close());

describeServer('questions by their meaning', { databases: 'both', env }, (suite) => {
  let owner: TestMember;
  let stranger: TestMember;
  let stored: Record<'cars' | 'other', string>;
  /** After a restart there is another address. */
  const as = ({ session }: TestMember): Call => suite.server.as(session.token);
  const ask = async (question: string, by = owner) => (await as(by)(askRoutes.ask, { question })).data;
  const question = 'Where do your automobiles originate?';

  before(async () => {
    [owner, stranger] = [await suite.signUp(), await suite.signUp()];
    stored = {
      cars: await storeTexts(suite.world, owner, { title: 'Plant tour', said: behind(said) }),
      other: await storeTexts(suite.world, owner, { title: 'Compliance hour', said: behind('Nothing of the kind.') }),
    };
    await storeTexts(suite.world, stranger, { title: 'Secret plant', said: behind(said.replace('Bremen', 'Turin')) });
    await sweepEmbeddings(suite.world);
    await suite.settle();
  });
  beforeEach(() => server.faults.splice(0));
  it('finds what no word of a question finds, in the library of the person who asks', async () => {
    const { citations, remark } = await ask(question);
    assert.deepEqual(
      citations.map(({ upload_id: id }) => id),
      [stored.cars],
    );
    assert.ok(citations[0]!.text.includes(said), citations[0]!.text);
    assert.equal(remark, 'Passages that are near your question, the best first.');
    assert.match((await ask(question, stranger)).citations[0]!.text, /Turin/);
    assert.equal(server.asked[0]!.headers.authorization, 'Bearer key-of-tests');
  });

  it('puts what both find first, and says that the library does not say what neither finds', async () => {
    const { citations } = await ask('Which cars are made in Bremen?');
    assert.ok(citations[0]!.text.includes(said), citations[0]!.text);
    assert.equal((await ask('How do penguins breed?')).remark, 'The library does not say anything about this.');
  });

  it('finds nothing in what is not published, when a visitor asks', async () => {
    await suite.changeUser(owner, { plan: 'professional' });
    await suite.db.updateTable('videos').set({ playable: true }).where('workspace_id', '=', owner.session.id).execute();
    const { token } = (await as(owner)(portalOwnerRoutes.generate, { videos: [stored.other] })).data;
    await as(owner)(portalOwnerRoutes.change, { answers_questions: true });
    const visit = async () => (await suite.server.call(askRoutes.askPortal, { token, question })).data.citations;
    assert.deepEqual(await visit(), []);
    await as(owner)(portalOwnerRoutes.change, { videos: [stored.cars] });
    assert.equal((await visit()).length, 1);
  });

  it('answers by words, when the server fails', async () => {
    for (const fault of [{ status: 400, body: '{}' }, { body: '{"data":[]}' }]) {
      server.faults.push(fault);
      const { citations, remark } = await ask('What leaves the factory in Bremen?');
      assert.ok(citations[0]!.text.includes(said));
      assert.equal(remark, 'Passages that contain your words, the best first.');
    }
  });

  it('knows the present words alone, when a transcript was corrected', async () => {
    const text = 'Our ships leave the yard in Bremen every second Tuesday morning.';
    const n = filler.length;
    const line = { passthrough: stored.cars, n, start: n * cueLength, before: said, text };
    await suite.restart({ jobs: false });
    await as(owner)(transcriptRoutes.editCue, line);
    assert.deepEqual((await ask(question)).citations, []);
    await suite.restart();
    await suite.settle();
    assert.deepEqual((await ask(question)).citations, []);
    assert.ok((await ask('Where are your vessels built?')).citations[0]!.text.includes(text));
  });

  it('forgets a recording, when it is deleted', async () => {
    await as(owner)(videoRoutes.delete, { id: stored.cars });
    await suite.settle();
    const left = await suite.db.selectFrom('passage_embeddings').select('video_id').execute();
    assert.ok(left.length > 0 && left.every(({ video_id: id }) => id !== stored.cars));
  });
});
