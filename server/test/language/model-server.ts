import { type ReceivedRequest as Request, startFaultServer } from '../fault-server.ts';

/** A request of a client, the same for every wire format. */
export type ModelRequest = {
  wire: 'openai' | 'anthropic' | 'ollama';
  path: string;
  model: string;
  system: string;
  prompt: string;
  /** As sent in the wire's own field; undefined where the client sent none. */
  schema: unknown;
  key: string | undefined;
  temperature: unknown;
  /** Ollama's, such as the size of the context, and whether the model is to think. */
  options?: Record<string, unknown> | undefined;
  think?: unknown;
  /** The tool it is to answer by. */
  tool?: string | undefined;
};

/**
 * Reply to a request: an answer (non-strings are sent as JSON), the bytes of a stream, a status, silence, or a broken
 * connection.
 */
export type Reaction =
  | {
      answer: unknown;
      thought?: string;
      finish?: 'end' | 'length';
      usage?: { input: number; output: number } | 'none';
    }
  | { stream: string }
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang'
  | 'reset'
  | 'endless';

export type ModelServer = {
  /** Up to the /v1. */
  url: string;
  /** Everything that was asked so far. */
  asked: ModelRequest[];
  /** May be replaced at any time. */
  react: (asked: ModelRequest) => Reaction;
  /** By path: facts a server tells of itself. It tells none of others. */
  facts: Record<string, unknown>;
  close(): Promise<unknown>;
};

/**
 * Stands in for a language model over the documented wires of OpenAI chat completions, Anthropic messages and Ollama
 * chat. Answers as the test says, mostly with faults.
 */
export async function openModelServer(react: ModelServer['react'] = () => ({ status: 500 })): Promise<ModelServer> {
  const server = await startFaultServer((request) => {
    // Ollama has every model a test asks for; `ollama.test.ts` is about one that has not.
    if (request.path === '/api/tags') return { body: JSON.stringify({ models: [{ name: 'claude-of-tests:latest' }] }) };
    const facts = model.facts[request.path];
    if (facts !== undefined) return { body: JSON.stringify(facts) };
    if (request.method === 'GET' || request.path === '/api/show') return { status: 404, body: '{}' };
    const asked = read(request);
    model.asked.push(asked);
    const reaction = model.react(asked);
    if (typeof reaction === 'string') return reaction;
    if ('status' in reaction)
      return { body: JSON.stringify({ error: { message: `A fault: ${reaction.status}.` } }), ...reaction };
    const body = 'stream' in reaction ? reaction.stream : streams[asked.wire](asked, reaction);
    const type = asked.wire === 'ollama' ? 'application/x-ndjson' : 'text/event-stream';
    return { headers: { 'content-type': type }, body };
  });
  const model: ModelServer = { url: `${server.url}/v1`, asked: [], react, facts: {}, close: server.close };
  return model;
}

type Message = { role: string; content: string | { text: string }[] };
type Body = {
  model: string;
  messages: Message[];
  system?: { text: string }[];
  response_format?: { json_schema?: { schema: unknown } };
  format?: unknown;
  options?: Record<string, unknown>;
  think?: unknown;
  temperature?: number;
  output_config?: { format?: { schema: unknown } };
  tools?: { name: string; input_schema: unknown }[];
};

const words = (content: Message['content'] | undefined): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('');

function read({ path: url, headers, body: bytes }: Request): ModelRequest {
  const body = JSON.parse(bytes.toString()) as Body;
  const of = (role: string): string => words(body.messages.find((message) => message.role === role)?.content);
  const { options, temperature = options?.temperature, think } = body;
  const shared = { path: url, model: body.model, prompt: of('user'), temperature };
  if (url === '/api/chat')
    return {
      ...shared,
      wire: 'ollama',
      system: of('system'),
      schema: body.format,
      key: undefined,
      options,
      think,
    };
  return url.endsWith('/messages')
    ? {
        ...shared,
        wire: 'anthropic',
        system: words(body.system),
        // Older models answer by a tool whose input is the schema.
        schema: body.output_config?.format?.schema ?? body.tools?.[0]?.input_schema,
        tool: body.tools?.[0]?.name,
        key: headers['x-api-key'] as string | undefined,
      }
    : {
        ...shared,
        wire: 'openai',
        system: of('system'),
        schema: body.response_format?.json_schema?.schema,
        key: headers.authorization?.replace('Bearer ', ''),
      };
}

type Answering = Extract<Reaction, { answer: unknown }>;

const said = ({ answer }: Answering): string => (typeof answer === 'string' ? answer : JSON.stringify(answer));

/** Estimates token counts as a server might; tests about counting give their own figures. */
const usageOf = (asked: ModelRequest, reaction: Answering): { input: number; output: number } | undefined =>
  reaction.usage === 'none'
    ? undefined
    : (reaction.usage ?? {
        input: Math.ceil((asked.system.length + asked.prompt.length) / 4),
        output: Math.ceil(said(reaction).length / 4),
      });

/** The words of an answer in two pieces, as they stream in. */
function halvesOf(reaction: Answering): [string, string] {
  const words = said(reaction);
  return [words.slice(0, words.length >> 1), words.slice(words.length >> 1)];
}

const asLines = (pieces: readonly object[]): string => pieces.map((piece) => `${JSON.stringify(piece)}\n`).join('');

/** Events of a server as both OpenAI and Anthropic send them; theirs have a name. */
export const asEvents = (pieces: readonly object[]): string =>
  pieces
    .map((piece) => ('type' in piece ? `event: ${String(piece.type)}\n` : '') + `data: ${JSON.stringify(piece)}\n\n`)
    .join('');

function ollama(asked: ModelRequest, reaction: Answering): string {
  const usage = usageOf(asked, reaction);
  const piece = (message: object, more: object) => ({
    model: asked.model,
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', ...message },
    ...more,
  });
  return asLines([
    ...(reaction.thought === undefined ? [] : [piece({ content: '', thinking: reaction.thought }, { done: false })]),
    ...halvesOf(reaction).map((content) => piece({ content }, { done: false })),
    piece(
      { content: '' },
      {
        done: true,
        done_reason: reaction.finish === 'length' ? 'length' : 'stop',
        ...(usage && { prompt_eval_count: usage.input, eval_count: usage.output }),
      },
    ),
  ]);
}

function openai(asked: ModelRequest, reaction: Answering): string {
  const usage = usageOf(asked, reaction);
  const piece = (delta: object, finish: string | null = null) => ({
    id: 'fault',
    object: 'chat.completion.chunk',
    created: 1,
    model: asked.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const events = asEvents([
    piece({ role: 'assistant', content: '' }),
    ...(reaction.thought === undefined ? [] : [piece({ reasoning_content: reaction.thought })]),
    ...halvesOf(reaction).map((content) => piece({ content })),
    piece({}, reaction.finish === 'length' ? 'length' : 'stop'),
    ...(usage
      ? [
          {
            ...piece({}),
            choices: [],
            usage: {
              prompt_tokens: usage.input,
              completion_tokens: usage.output,
              total_tokens: usage.input + usage.output,
            },
          },
        ]
      : []),
  ]);
  return `${events}data: [DONE]\n\n`;
}

function anthropic(asked: ModelRequest, reaction: Answering): string {
  const { input, output } = usageOf(asked, reaction) ?? { input: 0, output: 0 };
  const isTool = asked.tool !== undefined && typeof reaction.answer === 'object';
  const block = (index: number, content_block: object, deltas: readonly object[]) => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
  const { thought } = reaction;
  const halves = halvesOf(reaction);
  return asEvents([
    {
      type: 'message_start',
      message: {
        id: 'fault',
        type: 'message',
        role: 'assistant',
        model: asked.model,
        content: [],
        stop_reason: null,
        usage: { input_tokens: input, output_tokens: 1 },
      },
    },
    ...(thought === undefined
      ? []
      : block(0, { type: 'thinking', thinking: '', signature: '' }, [{ type: 'thinking_delta', thinking: thought }])),
    ...(isTool
      ? block(
          1,
          { type: 'tool_use', id: 'fault', name: asked.tool, input: {} },
          halves.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
        )
      : block(
          1,
          { type: 'text', text: '' },
          halves.map((text) => ({ type: 'text_delta', text })),
        )),
    {
      type: 'message_delta',
      delta: { stop_reason: reaction.finish === 'length' ? 'max_tokens' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: output },
    },
    { type: 'message_stop' },
  ]);
}

const streams = { ollama, openai, anthropic };
