import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { z } from 'zod';
import { asEvents, type ModelRequest, type ModelServer, openModelServer } from '../../../test/language/model-server.ts';
import { readConfig } from '../../main/config.ts';
import { openLanguage } from '../../main/open-language.ts';
import { LanguageFailure, type LanguageQuestion } from './port.ts';

/**
 * Replies as the servers are known to give them, by their documents and the threads that are named; what each is asked
 * next is what makes an answer of it.
 */

const good = { title: 'Roofs' };
const json = JSON.stringify(good);
const question: LanguageQuestion = {
  system: 'You write titles.',
  prompt: '[1] Roofs are high.',
  schema: z.object({ title: z.string() }),
  longest: 500,
  signal: new AbortController().signal,
};

type Reply = string | { status: number; body: string };
type Known = {
  what: string;
  engine: 'ollama' | 'openai' | 'anthropic' | 'openai-compatible';
  model?: string;
  facts?: Record<string, unknown>;
  replies: readonly Reply[];
  /** Each call: whether it had a schema, and more of it that matters. */
  asked: readonly (readonly [hasSchema: boolean, more?: Partial<ModelRequest>])[];
  /** Each paid call: tokens by the provider's count, or characters of its thoughts. */
  spent?: readonly (readonly [input: number, output: number] | readonly [thought: number])[];
  fails?: RegExp;
};

const chat = (...pieces: readonly (object | string)[]): string =>
  pieces.map((piece) => `${typeof piece === 'string' ? piece : JSON.stringify(piece)}\n`).join('');
const says = (content: string, thinking?: string) => ({
  model: 'claude-of-tests',
  message: { role: 'assistant', content, ...(thinking === undefined ? {} : { thinking }) },
  done: false,
});
const ends = (done_reason: string, eval_count: number) => ({
  ...says(''),
  done: true,
  done_reason,
  prompt_eval_count: 60,
  eval_count,
});

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'claude-of-tests',
  choices: [{ index: 0, delta, finish_reason }],
});
const usage = (prompt_tokens: number, completion_tokens: number) => ({
  ...chunk({}),
  choices: [],
  usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
});
const events = (...pieces: readonly object[]): string => `${asEvents(pieces)}data: [DONE]\n\n`;
const completion = (...deltas: readonly object[]): string =>
  events(...deltas.map((delta) => chunk(delta)), chunk({}, 'stop'), usage(60, 8));

const message = (blocks: readonly [start: object, delta: object][], stop_reason: string, output_tokens: number) =>
  asEvents([
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        usage: { input_tokens: 60 },
      },
    },
    ...blocks.flatMap(([content_block, delta], index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } },
    { type: 'message_stop' },
  ]);
const spoken = (text: string): [object, object] => [
  { type: 'text', text: '' },
  { type: 'text_delta', text },
];
const thought = (thinking: string): [object, object] => [
  { type: 'thinking', thinking: '', signature: '' },
  { type: 'thinking_delta', thinking },
];

const refusal = (message: string, more: object = {}): Reply => ({
  status: 400,
  body: JSON.stringify({ error: { message, type: 'invalid_request_error', ...more } }),
});

const thinks = { '/api/show': { capabilities: ['completion', 'thinking'] } };
const levels = { '/api/show': { thinking: { values: ['low', 'medium', 'high'], default: 'medium' } } };

const known: readonly Known[] = [
  {
    what: 'Ollama: a model told not to think answers at once',
    engine: 'ollama',
    facts: thinks,
    replies: [chat(says(json), ends('stop', 8))],
    asked: [[true, { think: false, temperature: 0.2 }]],
    spent: [[60, 8]],
  },
  {
    what: 'Ollama: `think: false` is ignored with a format, and the answer stands in the thoughts (ollama#14645)',
    engine: 'ollama',
    facts: thinks,
    replies: [chat(says('', json), ends('stop', 900)), chat(says('', 'Roofs …'), says(json), ends('stop', 40))],
    asked: [
      [true, { think: false }],
      [false, { think: true }],
    ],
    spent: [
      [60, 900],
      [60, 40],
    ],
  },
  {
    what: 'Ollama: a model with levels thinks until its room is used up',
    engine: 'ollama',
    facts: levels,
    replies: [chat(says('', 'Hm. '.repeat(50)), ends('length', 8692)), chat(says(json), ends('stop', 8))],
    asked: [
      [true, { think: 'low' }],
      [false, { think: 'high' }],
    ],
    spent: [
      [60, 8692],
      [60, 8],
    ],
  },
  {
    what: 'Ollama: the runner stops in the middle',
    engine: 'ollama',
    replies: [
      chat(says('{"ti'), { error: 'llama runner process no longer running' }),
      chat(says(json), ends('stop', 8)),
    ],
    asked: [[true], [true]],
    spent: [[60, 8]],
  },
  {
    what: 'llama.cpp: `/no_think` with a schema answers nothing (llama.cpp#13212)',
    engine: 'openai-compatible',
    replies: [completion({ role: 'assistant', content: null }, { content: '' }), completion({ content: json })],
    asked: [[true], [false]],
    spent: [
      [60, 8],
      [60, 8],
    ],
  },
  {
    what: 'llama.cpp: a schema its grammar cannot hold is refused',
    engine: 'openai-compatible',
    replies: [refusal('failed to parse grammar', { code: 400 }), completion({ content: json })],
    asked: [[true], [false]],
    spent: [[60, 8]],
  },
  {
    what: 'llama.cpp: thoughts in `reasoning_content`, and nothing counted',
    engine: 'openai-compatible',
    replies: [events(chunk({ reasoning_content: 'Hm. '.repeat(10) }), chunk({ content: json }), chunk({}, 'stop'))],
    asked: [[true]],
    spent: [[40]],
  },
  {
    what: 'vLLM: white space without end after the JSON has begun (vllm#17393)',
    engine: 'openai-compatible',
    replies: [
      events(chunk({ content: '{"title": ' }), ...Array.from({ length: 300 }, () => chunk({ content: '\n\t ' }))),
      completion({ content: json }),
    ],
    asked: [[true], [false]],
    spent: [[0], [60, 8]],
  },
  {
    what: 'vLLM without a reader of thoughts: they stand in the answer, with braces of their own',
    engine: 'openai-compatible',
    replies: [completion({ content: `Maybe {"title": "Walls"}?\n</think>\n\n${json}` })],
    asked: [[true]],
    spent: [[60, 8]],
  },
  {
    what: 'vLLM: the guided answer is cut at its limit, both times',
    engine: 'openai-compatible',
    replies: [
      events(chunk({ content: '{"title": "Ro' }), chunk({}, 'length'), usage(60, 500)),
      events(chunk({ content: '{"title": "Roofs", "li' }), chunk({}, 'length'), usage(60, 500)),
    ],
    asked: [[true], [false]],
    spent: [
      [60, 500],
      [60, 500],
    ],
  },
  {
    what: 'OpenAI: a model that takes no temperature but its own',
    engine: 'openai',
    replies: [
      refusal("Unsupported value: 'temperature' does not support 0.2 with this model.", { param: 'temperature' }),
      completion({ content: json }),
      completion({ content: json }),
    ],
    asked: [
      [true, { temperature: 0.2 }],
      [true, { temperature: undefined }],
    ],
    spent: [[60, 8]],
  },
  {
    what: 'OpenAI: it refuses, in a field of its own',
    engine: 'openai',
    replies: [completion({ refusal: 'I’m sorry, I can’t help with that.' })],
    asked: [[true], [false]],
    fails: /cannot be read/,
  },
  {
    what: 'Anthropic: a model that takes no temperature any more',
    engine: 'anthropic',
    model: 'claude-sonnet-4-5',
    replies: [refusal('`temperature` is deprecated for this model.'), message([spoken(json)], 'end_turn', 8)],
    asked: [
      [true, { temperature: 0.2 }],
      [true, { temperature: undefined }],
    ],
    spent: [[60, 8]],
  },
  {
    what: 'Anthropic: thoughts before the answer',
    engine: 'anthropic',
    replies: [message([thought('Hm. '), spoken(json)], 'end_turn', 300)],
    asked: [[true]],
    spent: [[60, 300]],
  },
  {
    what: 'Anthropic: nothing but thoughts until the limit',
    engine: 'anthropic',
    replies: [message([thought('Hm. ')], 'max_tokens', 16_500), message([spoken(`Here: ${json}`)], 'end_turn', 12)],
    asked: [[true], [false]],
    spent: [
      [60, 16_500],
      [60, 12],
    ],
  },
  {
    what: 'Anthropic: it is overloaded in the middle of a stream',
    engine: 'anthropic',
    replies: [
      `${message([spoken('{"ti')], 'end_turn', 1).split('event: content_block_stop')[0]!}${asEvents([{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }])}`,
      message([spoken(json)], 'end_turn', 8),
    ],
    asked: [[true], [true]],
    spent: [[60, 8]],
  },
];

let server: ModelServer;
before(async () => {
  server = await openModelServer();
});
after(() => server.close());

for (const { what, engine, model = 'claude-of-tests', facts = {}, replies, asked, spent, fails } of known)
  it(`makes the best of a known answer: ${what}`, async () => {
    server.asked.length = 0;
    server.facts = facts;
    const left = [...replies];
    server.react = () => {
      const next = left.length > 1 ? left.shift()! : left[0]!;
      return typeof next === 'string' ? { stream: next } : next;
    };
    const own = engine === 'ollama' ? { OLLAMA_URL: server.url.replace('/v1', '') } : { LANGUAGE_BASE_URL: server.url };
    const key = engine === 'ollama' ? {} : { LANGUAGE_API_KEY: 'key-of-tests' };
    const config = readConfig({ LANGUAGE_ENGINE: engine, LANGUAGE_MODEL: model, ...own, ...key });
    const quiet = { info: () => undefined, warn: () => undefined };
    const language = (await openLanguage(config.language, quiet))!;
    if (fails)
      await assert.rejects(language.ask(question), (error) => {
        assert.ok(error instanceof LanguageFailure);
        assert.match(error.text, fails);
        return true;
      });
    else {
      const answer = await language.ask(question);
      assert.equal((answer.value as typeof good).title, 'Roofs');
      assert.deepEqual(
        answer.spent.map((paid) => (paid.usage ? [paid.usage.input, paid.usage.output] : [paid.thought?.length ?? 0])),
        spent,
      );
      // A model is not sent a second time what it does not take.
      const calls = server.asked.length;
      if (engine === 'openai') {
        await language.ask(question);
        assert.equal(server.asked[calls]!.temperature, undefined);
        server.asked.length = calls;
      }
    }
    assert.deepEqual(
      server.asked.map(({ schema }) => schema !== undefined),
      asked.map(([hasSchema]) => hasSchema),
    );
    for (const [n, [, more]] of asked.entries())
      for (const [name, value] of Object.entries(more ?? {}))
        assert.deepEqual(server.asked[n]![name as keyof ModelRequest], value, `${name} of call ${n + 1}`);
  });

it('reads how much a model holds from its server, and no more than is set', async () => {
  const id = 'claude-of-tests';
  const listed = (facts: object) => ({ '/v1/models': { object: 'list', data: [{ id: 'other' }, { id, ...facts }] } });
  const given: [facts: Record<string, unknown>, set: string | undefined, context: number][] = [
    [{ '/props': { default_generation_settings: { n_ctx: 65_536 } }, ...listed({}) }, undefined, 65_536],
    [listed({ max_model_len: 40_960 }), undefined, 40_960],
    [listed({ context_length: 1_048_576 }), undefined, 200_000],
    [listed({ context_window: 131_072 }), '50000', 50_000],
    [listed({ max_model_len: 8192 }), '50000', 8192],
    [listed({ max_model_len: 'much' }), '50000', 50_000],
    [{ '/v1/models': 'none' }, undefined, 32_768],
    [{}, undefined, 32_768],
  ];
  for (const [facts, set, context] of given) {
    server.facts = facts;
    const config = readConfig({
      LANGUAGE_ENGINE: 'openai-compatible',
      LANGUAGE_MODEL: id,
      LANGUAGE_BASE_URL: server.url,
      ...(set === undefined ? {} : { LANGUAGE_CONTEXT_TOKENS: set }),
    });
    const language = await openLanguage(config.language, { info: () => undefined, warn: () => undefined });
    assert.equal(await language!.readContext(), context, JSON.stringify(facts));
  }
});
