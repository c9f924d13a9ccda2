import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { after, before, beforeEach, describe, it } from 'node:test';
import { z } from 'zod';
import { type ModelServer, openModelServer, type Reaction } from '../../../test/language/model-server.ts';
import { eventually } from '../../../test/member.ts';
import { readConfig } from '../../main/config.ts';
import { estimateTokens } from '../../platform/text/estimate-tokens.ts';
import { openLanguage } from '../../main/open-language.ts';
import {
  type LanguageEngine,
  LanguageFailure,
  type LanguageQuestion,
  QuestionAbandoned,
  type PaidAnswer,
} from './port.ts';

const schema = z.object({ title: z.string(), lines: z.array(z.number()) });
const good = { title: 'Roofs', lines: [1, 2] };

const question: LanguageQuestion = {
  system: 'You write titles.',
  prompt: '[1] Roofs are high.',
  schema,
  longest: 500,
  signal: new AbortController().signal,
};

const quiet = { info: () => undefined, warn: () => undefined };

/** The same questions and faults through every adapter. */
for (const kind of ['openai', 'anthropic', 'openai-compatible', 'ollama'] as const)
  describe(`a language model by ${kind}`, () => {
    let faults: ModelServer;
    let language: LanguageEngine;
    let reactions: Reaction[];

    before(async () => {
      faults = await openModelServer();
      language = await openWith({});
    });
    after(() => faults.close());
    beforeEach(() => {
      faults.asked.length = 0;
      // The last one goes on.
      faults.react = () => (reactions.length > 1 ? reactions.shift()! : reactions[0]!);
    });

    async function openWith(env: Record<string, string>): Promise<LanguageEngine> {
      const config = readConfig({
        LANGUAGE_ENGINE: kind,
        LANGUAGE_MODEL: 'claude-of-tests',
        ...(kind === 'ollama'
          ? { OLLAMA_URL: faults.url.replace('/v1', '') }
          : { LANGUAGE_API_KEY: 'key-of-tests', LANGUAGE_BASE_URL: faults.url }),
        ...env,
      });
      return (await openLanguage(config.language, quiet))!;
    }

    /** The failure a question ends with. */
    async function failure(given: Reaction[], asked = question, by = language): Promise<LanguageFailure> {
      reactions = given;
      try {
        await by.ask(asked);
      } catch (error) {
        assert.ok(error instanceof LanguageFailure, String(error));
        return error;
      }
      return assert.fail('The question was answered.');
    }

    it('sends system, prompt, key and the schema, in the wire’s field and in words', async () => {
      reactions = [{ answer: good, usage: { input: 30, output: 8 } }];
      const answer = await language.ask(question);
      assert.deepEqual(answer, {
        value: good,
        cut: false,
        spent: [{ text: JSON.stringify(good), usage: { input: 30, output: 8 } }],
      });
      const [asked] = faults.asked;
      const ways = {
        openai: ['openai', '/v1/chat/completions'],
        'openai-compatible': ['openai', '/v1/chat/completions'],
        anthropic: ['anthropic', '/v1/messages'],
        ollama: ['ollama', '/api/chat'],
      } as const;
      assert.deepEqual([asked!.wire, asked!.path], ways[kind]);
      const key = kind === 'ollama' ? undefined : 'key-of-tests';
      assert.deepEqual([asked!.model, asked!.key, asked!.prompt], ['claude-of-tests', key, question.prompt]);
      assert.match(asked!.system, /^You write titles\.[^]*"lines"/);
      assert.deepEqual(Object.keys((asked!.schema as { properties: object }).properties), ['title', 'lines']);
    });

    it('reads JSON in a code fence, between sentences, and of another shape', async () => {
      const answers = [
        `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``,
        `Here you are:\n${JSON.stringify(good)}\nAnything else?`,
      ];
      for (const answer of answers) {
        reactions = [{ answer }];
        assert.deepEqual((await language.ask(question)).value, good);
      }
      reactions = [{ answer: { titles: ['x'] } }];
      assert.deepEqual((await language.ask(question)).value, { titles: ['x'] });
      assert.equal(faults.asked.length, 3);
    });

    it('asks once more when nothing can be read, and then gives up with what both have cost', async () => {
      const usage = { input: 30, output: 8 };
      reactions = [
        { answer: 'I cannot do that.', usage },
        { answer: good, usage },
      ];
      const answer = await language.ask(question);
      assert.deepEqual([answer.value, answer.spent.length], [good, 2]);

      for (const unreadable of ['I cannot do that.', '', '{}', '{"title": "Roofs", "lines": [1,']) {
        faults.asked.length = 0;
        const { code, retryable, spent } = await failure([{ answer: unreadable, usage }]);
        assert.deepEqual([code, retryable, faults.asked.length], ['language_failed', true, 2], unreadable);
        assert.deepEqual(
          spent.map((each) => each.usage),
          [usage, usage],
        );
      }
    });

    it('keeps what was complete of an answer that was cut off, and says that it was', async () => {
      reactions = [{ answer: '{"title": "Roofs", "lines": [1, 2', finish: 'length' }];
      const { value, cut } = await language.ask(question);
      assert.deepEqual([(value as typeof good).title, cut], ['Roofs', true]);
    });

    it('waits as it is told to when there are too many calls', async () => {
      const busy = { status: 429, headers: { 'retry-after-ms': '20' } };
      reactions = [busy, busy, { answer: good }];
      const answer = await language.ask(question);
      assert.deepEqual([answer.value, faults.asked.length], [good, 3]);
    });

    it('gives up a service that is down or lost after three tries, at no cost', async () => {
      const down = { status: 503, headers: { 'retry-after-ms': '5' } };
      const { code, retryable, spent } = await failure([down]);
      assert.deepEqual([code, retryable, spent.length, faults.asked.length], ['language_failed', true, 0, 3]);
    });

    it('does not repeat what a service refuses', async () => {
      for (const status of [400, 401, 403, 404]) {
        faults.asked.length = 0;
        const { code, retryable, text, cause } = await failure([{ status }]);
        assert.match((cause as Error).message, new RegExp(`/(?:v1|api)/[\\w/]+: ${status}: .*A fault: ${status}\\.`));
        assert.ok(!inspect(cause, { depth: 9 }).includes('Roofs are high'), 'the log gets no transcript');
        assert.deepEqual([code, retryable, faults.asked.length], ['language_refused', false, 1], String(status));
        assert.match(text, /not configured correctly/);
      }
    });

    it('does not listen to an answer without end', async () => {
      const { code, cause, spent } = await failure(['endless']);
      assert.deepEqual([code, spent.length], ['language_failed', 0]);
      assert.match(String(cause), /longer than \d+ bytes/);
    });

    it('waits for a service that hangs no longer than it is allowed to', async () => {
      const impatient = await openWith({ LANGUAGE_TIMEOUT_SECONDS: '0.2' });
      const { code, cause } = await failure(['hang'], question, impatient);
      assert.equal(code, 'language_failed');
      assert.match((cause as Error).message, /took too long/);
    });

    it('ends the call at once with its reason and cost, when the caller gives up', async (t) => {
      const timers = t.mock.method(globalThis, 'setTimeout').mock;
      const waitsToAskAgain = () => timers.calls.some(({ arguments: [, wait] }) => wait === 50_000);
      const usage = { input: 30, output: 8 };
      const given: [Reaction[], PaidAnswer[]][] = [
        [['hang'], [{ text: '', usage: undefined }]],
        [
          [{ answer: 'I cannot do that.', usage }, 'hang'],
          [
            { text: 'I cannot do that.', usage },
            { text: '', usage: undefined },
          ],
        ],
        // It waits to ask once more.
        [[{ status: 429, headers: { 'retry-after-ms': '50000' } }], []],
      ];
      const reason = new Error('Nobody waits.');
      for (const [n, [reacts, spent]] of given.entries()) {
        // Calls of an earlier question may arrive late.
        const mark = `question ${n}`;
        const isMine = ({ prompt }: { prompt: string }): boolean => prompt.includes(mark);
        const calls = reacts.length;
        reactions = reacts;
        faults.react = (asked) => (!isMine(asked) ? 'hang' : reactions.length > 1 ? reactions.shift()! : reactions[0]!);
        const controller = new AbortController();
        const prompt = `${question.prompt} ${mark}`;
        const asking = language.ask({ ...question, prompt, signal: controller.signal });
        const ended = assert.rejects(asking, (error) => {
          assert.ok(error instanceof QuestionAbandoned);
          assert.deepEqual([error.cause, error.spent], [reason, spent]);
          return true;
        });
        await eventually(async () => faults.asked.filter(isMine)[calls - 1], 'the question');
        if (spent.length === 0)
          await eventually(async () => (waitsToAskAgain() ? true : undefined), 'the wait before it asks again');
        controller.abort(reason);
        await ended;
      }
    });

    it('notices that the model has read only a part', async () => {
      const prompt = Array.from({ length: 1500 }, (_, n) => `[${n}] The roof of house ${n} is high.`).join('\n');
      const truncated = { answer: good, usage: { input: 4096, output: 20 } };
      const { code, text, cause, spent } = await failure([truncated], { ...question, prompt });
      assert.deepEqual([code, spent.length, faults.asked.length], ['language_refused', 1, 1]);
      assert.match(text, /read only a part/);
      assert.match((cause as Error).message, /^The model read 4096 tokens of about \d{5} .*OLLAMA_CONTEXT_LENGTH/);
      const estimate = Number(/of about (\d+)/.exec((cause as Error).message)![1]);
      // As Ollama does with its 4096 when it is sent 8192 less the answer.
      const little = { answer: good, usage: { input: Math.round(estimate * 0.76), output: 20 } };
      assert.equal((await failure([little], { ...question, prompt })).code, 'language_refused');
      const honest = async (text: string, share: number) => {
        reactions = [{ answer: good, usage: { input: Math.round(estimateTokens(text) * share), output: 20 } }];
        assert.deepEqual((await language.ask({ ...question, prompt: text })).value, good);
      };
      await honest(prompt, 0.9);
      // Tokenizers differ much in what they make of other scripts.
      await honest('在上一次发布之前，我们在两周内采访了三十位客户。'.repeat(300), 0.6);
    });

    it('counts by characters elsewhere when the service counts nothing', async () => {
      const uncounted: Reaction[] = [
        { answer: good, usage: 'none' },
        { answer: good, usage: { input: 0, output: 0 } },
        { answer: good, usage: { input: -5, output: 8 } },
        { answer: good, usage: { input: 30, output: -8 } },
        { answer: good, usage: { input: 1e300, output: 8 } },
      ];
      for (const reaction of uncounted) {
        reactions = [reaction];
        assert.equal((await language.ask(question)).spent[0]!.usage, undefined);
      }
    });
  });

it('loads no SDK for the built-in engine, and only the one that is chosen', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /node_modules\\/(ai|@ai-sdk\\/[\\w-]+)\\//.exec(url) ?? [];
        if (name) loaded.add(name);
        return next(url, context);
      },
    });
    await import(${JSON.stringify(new URL('../../main/world.ts', import.meta.url).href)});
    const { openLanguage } = await import(${JSON.stringify(new URL('../../main/open-language.ts', import.meta.url).href)});
    await openLanguage({ kind: 'builtin' });
    const before = [...loaded];
    await openLanguage({ kind: 'anthropic', model: 'm', key: 'k', url: undefined, context: 4000, timeout: 1000 });
    console.log(JSON.stringify([before, [...loaded].filter((name) => name === 'ai' || /openai|anthropic/.test(name)).sort()]));
    process.exit(0);`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  assert.deepEqual(JSON.parse((await run).stdout), [[], ['@ai-sdk/anthropic', 'ai']]);
});
