import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { z } from 'zod';
import { type CannedAnswer, startFaultServer } from '../../../../test/fault-server.ts';
import { LanguageFailure } from '../port.ts';
import { createOllama } from './ollama.ts';

/** Lines of JSON, as Ollama streams them. */
const lines = (...values: object[]): CannedAnswer => ({
  body: values.map((value) => `${JSON.stringify(value)}\n`).join(''),
});
const layer = (digest: string, completed: number, total: number) => ({
  status: `pulling ${digest}`,
  digest: `sha256:${digest}`,
  total,
  completed,
});
const good = { title: 'Roofs' };
const answered = lines(
  { message: { role: 'assistant', content: '{"title": ' }, done: false },
  { message: { role: 'assistant', content: '"Roofs"}' }, done: false },
  {
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: 30,
    eval_count: 8,
  },
);
const question = {
  system: 'You write titles.',
  prompt: '[1] Roofs are high.',
  schema: z.object({ title: z.string() }),
  longest: 500,
  signal: new AbortController().signal,
};

/** In place of an Ollama server stands a fake, which answers as its documentation says, and fails as a test wants. */
describe('a model of Ollama', () => {
  let fake: Awaited<ReturnType<typeof startFaultServer>>;
  let installed: string[];
  let shown: object;
  let pull: () => CannedAnswer | 'reset';
  let told: string[];

  before(async () => {
    fake = await startFaultServer(({ path }) => {
      if (path === '/api/tags') return { body: JSON.stringify({ models: installed.map((name) => ({ name })) }) };
      if (path === '/api/show') return { body: JSON.stringify(shown) };
      if (path === '/api/pull') return pull();
      return answered;
    });
  });
  after(() => fake.close());
  beforeEach(() => {
    installed = [];
    shown = {};
    told = [];
    fake.asked.length = 0;
    fake.faults.length = 0;
    pull = () => {
      installed = ['tiny:1b'];
      return lines({ status: 'pulling manifest' }, layer('a', 50, 100), layer('a', 100, 100), { status: 'success' });
    };
  });

  const open = (model = 'tiny:1b', url = fake.url) =>
    createOllama(
      { model, url, context: undefined, timeout: 20_000, price: undefined },
      { info: (text) => told.push(text), warn: (text) => told.push(`! ${text}`) },
      { first: 5, silence: 20_000 },
    );
  const paths = () => fake.asked.map(({ path }) => path);
  const bodyOf = (path: string) =>
    JSON.parse(fake.asked.find((asked) => asked.path === path)!.body.toString()) as Record<string, unknown>;
  const refused = async (work: Promise<unknown>): Promise<LanguageFailure> => {
    const failure = await work.then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.ok(failure instanceof LanguageFailure, String(failure));
    return failure;
  };

  it('asks an installed model with its context size and answer shape, and does not fetch it', async () => {
    installed = ['other:7b', 'tiny:1b'];
    const language = open();
    assert.deepEqual((await language.ask(question)).value, good);
    assert.deepEqual(paths(), ['/api/tags', '/api/show', '/api/chat']);
    const { model, stream, options, format, think } = bodyOf('/api/chat');
    const expected = { num_ctx: 32_768, num_predict: 500, temperature: 0.2 };
    assert.deepEqual([model, stream, options, think], ['tiny:1b', true, expected, undefined]);
    assert.deepEqual(Object.keys((format as { properties: object }).properties), ['title']);
    assert.deepEqual(language.state(), { text: `${fake.url} has other:7b, tiny:1b`, ok: true });
  });

  it('tells a model that thinks not to, and gives its thoughts room beside the answer', async () => {
    installed = ['tiny:1b'];
    const infos = { 'general.parameter_count': 4e9, 'qwen3.context_length': 40_960 };
    const given: [object, unknown, number, number][] = [
      [{ capabilities: ['completion', 'thinking'], model_info: infos }, false, 40_960, 32_768],
      [{ capabilities: ['thinking'], details: { family: 'gptoss' } }, 'low', 40_960, 32_768],
      [{ thinking: { values: ['minimal', 'high'], default: 'high' } }, 'minimal', 40_960, 32_768],
      [{ thinking: { values: [false] }, model_info: { 'llama.context_length': 8192 } }, false, 8192, 6144],
      [{ model_info: { 'llama.context_length': 4096 } }, undefined, 4096, 4096],
    ];
    for (const [says, think, whole, left] of given) {
      shown = says;
      fake.asked.length = 0;
      const language = open();
      await language.ask(question);
      const body = bodyOf('/api/chat') as { think?: unknown; options: { num_ctx: number; num_predict: number } };
      assert.deepEqual([body.think, body.options.num_ctx], [think, whole], JSON.stringify(says));
      assert.equal(body.options.num_predict, 500 + whole - left);
      assert.equal(await language.readContext(), left);
    }
  });

  it('knows one without a tag as its latest', async () => {
    installed = ['tiny:latest'];
    await open('tiny').ask(question);
    assert.deepEqual(paths(), ['/api/tags', '/api/show', '/api/chat']);
  });

  it('fetches a missing model once for all callers, and reports progress', async () => {
    const language = open();
    const notes: string[] = [];
    const onProgress = (_: number, note: string) => void notes.push(note);
    await Promise.all([language.prepare({ onProgress }), language.prepare()]);
    assert.equal(paths().filter((path) => path === '/api/pull').length, 1);
    assert.deepEqual(bodyOf('/api/pull'), { model: 'tiny:1b', stream: true });
    assert.deepEqual(notes, ['Fetching tiny:1b: 50 % of 0.0 GB', 'Fetching tiny:1b: 100 % of 0.0 GB']);
    assert.match(told[0]!, /has no model; it fetches tiny:1b now\.$/);
    assert.equal(told.at(-1), 'Ollama has tiny:1b.');
  });

  it('goes on fetching after an interruption, and after a failure in the middle', async () => {
    const whole = pull;
    const answers = [
      lines({ status: 'pulling manifest' }, layer('a', 30, 100)),
      'reset' as const,
      lines(layer('a', 60, 100), { error: 'unexpected EOF' }),
      { status: 500, body: '{"error": "a fault"}' },
    ];
    pull = () => answers.shift() ?? whole();
    await open().prepare();
    assert.equal(paths().filter((path) => path === '/api/pull').length, 5);
  });

  it('refuses at once, when the model does not exist, and uses no other model', async () => {
    installed = ['other:7b'];
    pull = () => lines({ status: 'pulling manifest' }, { error: 'pull model manifest: file does not exist' });
    const language = open('no-such:1b');
    await refused(language.ask(question));
    assert.deepEqual(paths(), ['/api/tags', '/api/pull']);
    assert.equal(language.state().ok, false);
    assert.match(told.at(-1)!, /^! Ollama at .*file does not exist/);
  });

  it('says when there is no server, and finds it once it is there', async () => {
    const language = open('tiny:1b', 'http://127.0.0.1:1');
    const { code, cause } = await refused(language.ask(question));
    assert.equal(code, 'language_failed');
    assert.match(String(cause), /Start it \(ollama serve\), or set OLLAMA_URL/);
    fake.faults.push('reset');
    const other = open();
    await refused(other.prepare());
    assert.equal(other.state().ok, false);
    assert.deepEqual((await other.ask(question)).value, good);
    assert.equal(other.state().ok, true);
  });

  it('asks again after an answer that breaks off, is no JSON, or ends in a failure', async () => {
    installed = ['tiny:1b'];
    const language = open();
    await language.prepare();
    const broken: ('cut' | CannedAnswer)[] = [
      'cut',
      lines({ message: { content: '{"title"' }, done: false }),
      { body: 'Internal Server Error' },
      lines({ message: { content: '{"ti' }, done: false }, { error: 'the runner has stopped' }),
      { status: 500, headers: { 'retry-after-ms': '5' }, body: '{"error": "a fault"}' },
    ];
    for (const fault of broken) {
      fake.asked.length = 0;
      fake.faults.push(fault);
      assert.deepEqual((await language.ask(question)).value, good, JSON.stringify(fault));
      assert.equal(paths().length, 2);
    }
  });

  it('refuses a question, when the model was deleted, and fetches it for the next one', async () => {
    installed = ['tiny:1b'];
    const language = open();
    await language.prepare();
    installed = [];
    fake.faults.push({ status: 404, body: '{"error": "model \'tiny:1b\' not found"}' });
    assert.equal((await refused(language.ask(question))).code, 'language_refused');
    assert.deepEqual((await language.ask(question)).value, good);
    assert.ok(paths().includes('/api/pull'));
  });
});
