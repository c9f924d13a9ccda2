import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type NumberedLine, numberLines as numberedLines } from '@lectern/chaptering/draft/numbered-lines';
import { readTranscript } from '@lectern/chaptering/transcript';
import { type Call, createClient } from '@lectern/contract/client';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import type { Input } from '@lectern/contract/route';
import { approximateTokens } from '@lectern/contract/rules/prompts';
import type { Chapter } from '@lectern/contract/videos/videos';
import { assertEvery } from '../../../../test/assert-every.ts';
import { oneDatabase } from '../../../../test/databases.ts';
import { readLineNumbers } from '../../../../test/language/model-outlines.ts';
import { type ModelStage, openModelStage } from '../../../../test/language/model-stage.ts';
import { eventually } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { fetchAsset } from '../../../../test/upload.ts';
import { cuesOf } from '../../transcripts/cues.ts';

const usage = { input: 1234, output: 56 };
const cost = 1290;

oneDatabase((database, open) => {
  describe(`prompts and questions to a language model on ${database}`, () => {
    let stage: ModelStage;
    /** Transcript shown to the model; line n is the n-th. */
    let lines: NumberedLine[];
    let said: string;

    before(async () => {
      const env = { LANGUAGE_ENGINE: 'openai', LANGUAGE_MODEL: 'gpt-of-tests', LANGUAGE_API_KEY: 'key-of-tests' };
      stage = await openModelStage(open, env);
      const cues = await cuesOf(stage.server.world.database.kysely, stage.video.id);
      const transcript = readTranscript(cues, 0);
      lines = numberedLines(transcript, cues);
      said = transcript.text;
    });
    after(() => stage?.close());
    beforeEach(() => void (stage.model.asked.length = 0));

    const newest = () =>
      stage.server.world.database.kysely
        .selectFrom('token_operations')
        .selectAll()
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
    const costOf = async (call: () => Promise<unknown>): Promise<number> => {
      const before = await stage.used();
      await call();
      return (await stage.used()) - before;
    };
    const updateQuote = (changes = {}) => stage.member.call(promptRoutes.updateQuote, wish(changes));
    const search = async (question: Partial<Input<typeof promptRoutes.search>> = {}) =>
      (
        await stage.member.call(promptRoutes.search, {
          passthrough: stage.video.id,
          prompt: 'What is said on the launch?',
          ...question,
        })
      ).data;
    const isOf = (chapter: Chapter, line: number): boolean =>
      middleOf(line) >= chapter.start_seconds - 0.1 && middleOf(line) < chapter.end_seconds;
    const middleOf = (line: number): number => (lines[line - 1]!.start + lines[line - 1]!.end) / 2;
    const wish = (changes: Partial<Input<typeof promptRoutes.updateQuote>> = {}) => ({
      passthrough: stage.video.id,
      start: stage.video.chapters[1]!.start,
      end: stage.video.chapters[2]!.start,
      selIndex: 1,
      newQuotePrompt: 'What is said on the launch',
      ...changes,
    });

    it('chooses the quotes of a chapter from its lines by the prompt, cut out of the transcript', async () => {
      stage.model.react = (asked) => ({
        answer: { quotes: [{ first: readLineNumbers(asked)[2], last: readLineNumbers(asked)[2] }] },
        usage,
      });
      const charge = await costOf(async () => {
        const { chapters } = (await updateQuote()).data.data;
        const { prompt, system } = stage.model.asked[0]!;
        const numbers = readLineNumbers(stage.model.asked[0]!);
        assertEvery(numbers, (line) => isOf(stage.video.chapters[1]!, line));
        assert.match(prompt, /ideally 15 to 50 words[^]*What is said on the launch/);
        assert.match(system, /executives and product marketers/);
        const [quote, ...others] = chapters[1]!.quote;
        assert.ok(others.length === 0 && said.includes(quote!.quote));
        assert.ok(Math.abs(quote!.start! - lines[numbers[2]! - 1]!.start) < 6, `${quote!.start}`);
      });
      const { operation, state, used, sent, received, engine, estimate, custom_prompt: prompt } = await newest();
      assert.deepEqual(
        { charge, operation, state, used, sent, received, engine },
        {
          charge: cost,
          operation: 'update-quote',
          state: 'settled',
          used: cost,
          sent: 1234,
          received: 56,
          engine: 'openai/gpt-of-tests',
        },
      );
      assert.ok(estimate > 400);
      assert.match(prompt, /What is said on the launch\n\n\[\d+ of \d+ lines of the chapter\]/);
    });

    it('says when nothing fits, when the numbers are wrong, and charges what was billed', async () => {
      const outcomes: [unknown, number, RegExp][] = [
        [{ quotes: [] }, 422, /found nothing in this chapter that fits/],
        [
          { quotes: [{ first: 1, last: 2 }, 'An invented quote.', { first: 9000, last: 9001 }] },
          503,
          /named no passage/,
        ],
      ];
      const before = (await fetchAsset(stage.member, stage.video.id)).chapters[1]!.quote;
      for (const [answer, status, text] of outcomes) {
        stage.model.react = () => ({ answer, usage });
        const charge = await costOf(() => assert.rejects(updateQuote(), { status, message: text }));
        const { state, used: settled, result } = await newest();
        assert.deepEqual([charge, state, settled], [cost, 'settled', cost]);
        assert.match(result, text);
      }
      assert.deepEqual((await fetchAsset(stage.member, stage.video.id)).chapters[1]!.quote, before, 'the quotes stay');
    });

    it('gives everything back when the model is down', async () => {
      stage.model.react = () => ({ status: 503, headers: { 'retry-after-ms': '5' } });
      const charge = await costOf(async () => {
        await refuses(updateQuote(), 'language_failed');
        await refuses(search(), 'language_failed');
      });
      assert.deepEqual([charge, (await newest()).state], [0, 'released']);
      stage.model.react = () => ({ status: 401 });
      await refuses(updateQuote(), 'language_refused');
    });

    it('cancels a prompt and charges what was sent, when the client has gone', async () => {
      stage.model.react = () => 'hang';
      const question = { passthrough: stage.video.id, prompt: 'What is said?' };
      for (const ask of [
        (call: Call) => call(promptRoutes.updateQuote, wish()),
        (call: Call) => call(promptRoutes.search, question),
      ]) {
        stage.model.asked.length = 0;
        const charge = await costOf(async () => {
          const leaving = new AbortController();
          const asked = ask(
            createClient({
              origin: stage.server.origin,
              token: () => stage.member.session.token,
              fetch: (url, init) => fetch(url, { ...init, signal: leaving.signal }),
            }),
          );
          await eventually(async () => stage.model.asked.at(0), 'the question');
          assert.equal((await newest()).state, 'reserved');
          leaving.abort();
          await assert.rejects(asked);
          await eventually(async () => (await newest()).state !== 'reserved' || undefined, 'its end', 10);
        });
        const { state, used, sent, received, result } = await newest();
        const { system, prompt } = stage.model.asked[0]!;
        // The rest of the sent tokens is the answer schema.
        assert.ok(sent! > 0.6 * approximateTokens(system, prompt), `${sent}`);
        assert.deepEqual([state, used, received, charge], ['settled', sent, 0, sent]);
        assert.match(result, /stopped before the language model had answered/);
      }
    });

    it('answers a question, with verified moments and times in the place of line numbers', async () => {
      stage.model.react = () => ({
        answer: {
          answer: 'They plan a launch [3]. Nobody knows about this [9999]. See the notes [5-6].',
          citations: [
            { first: 10, last: 10 },
            { first: 8000, last: 8001 },
            { first: -1, last: 3 },
          ],
        },
        usage,
      });
      const charge = await costOf(async () => {
        const data = await search();
        assert.match(data.remark, /^gpt-of-tests by OpenAI answered about this recording\. .* quoted word for word\.$/);
        assert.match(data.system_message, /combining chapter-specific quotes/);
        assert.equal(data.user_message, 'What is said on the launch?');
        assert.equal(data.extractive, false);
        const time = (line: number): string => `00:00:${String(Math.floor(lines[line - 1]!.start)).padStart(2, '0')}`;
        assert.equal(
          data.answer,
          `They plan a launch (${time(3)}). Nobody knows about this. See the notes (${time(5)}).`,
        );
        assert.equal(data.citations.length, 3);
        for (const { start, text } of data.citations) {
          assert.ok(said.includes(text), text);
          assert.ok(
            [3, 5, 10].some((line) => Math.abs(lines[line - 1]!.start - start) < 8),
            `${start}`,
          );
        }
      });
      const operation = await newest();
      assert.deepEqual([charge, operation.operation, operation.used], [cost, 'ai-search', cost]);
      assert.match(operation.result, /^They plan a launch/);
      const { prompt } = stage.model.asked[0]!;
      assert.match(prompt, /combining chapter-specific quotes and the overall video summary/);
      assert.match(prompt, /A launch begins with the audience[^]*Most messages fail because they list/);
    });

    it('says so when an answer names no moment, and refuses one that gives its instructions away', async () => {
      stage.model.react = () => ({ answer: { answer: 'Nothing is said about it.', citations: [] }, usage });
      const { answer, citations, remark } = await search();
      assert.deepEqual([answer, citations], ['Nothing is said about it.', []]);
      assert.match(remark, /cited no passage, so please check the answer/);
      for (const bad of ['', 'Look at https://evil.example/x for more.', 'MARK']) {
        stage.model.react = (asked) => {
          const [, mark] = /<transcript-(\w+)>/.exec(asked.prompt)!;
          return { answer: { answer: bad.replace('MARK', `The mark is ${mark}.`), citations: [] }, usage };
        };
        const charge = await costOf(() => assert.rejects(search(), { message: /gave no usable answer/ }, bad));
        assert.equal(charge, cost, 'it was billed');
      }
    });
  });
});
