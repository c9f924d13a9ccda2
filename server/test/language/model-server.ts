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
  /** Ollama's, such as the size of the context. */
  options?: Record<string, unknown> | undefined;
  /** The tool it is to answer by. */
  tool?: string | undefined;
};

/** Reply to a request: an answer (non-strings are sent as JSON), a status, silence, or a broken connection. */
export type Reaction =
  | { answer: unknown; finish?: 'end' | 'length'; usage?: { input: number; output: number } | 'none' }
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
    const asked = read(request);
    model.asked.push(asked);
    const reaction = model.react(asked);
    if (typeof reaction === 'string') return reaction;
    if ('status' in reaction)
      return { body: JSON.stringify({ error: { message: `A fault: ${reaction.status}.` } }), ...reaction };
    if (asked.wire === 'ollama') return { body: ollama(asked, reaction) };
    return { body: JSON.stringify(asked.wire === 'openai' ? openai(asked, reaction) : anthropic(asked, reaction)) };
  });
  const model: ModelServer = { url: `${server.url}/v1`, asked: [], react, close: server.close };
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
  output_config?: { format?: { schema: unknown } };
  tools?: { name: string; input_schema: unknown }[];
};

const words = (content: Message['content'] | undefined): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('');

function read({ path: url, headers, body: bytes }: Request): ModelRequest {
  const body = JSON.parse(bytes.toString()) as Body;
  const of = (role: string): string => words(body.messages.find((message) => message.role === role)?.content);
  const shared = { path: url, model: body.model, prompt: of('user') };
  if (url === '/api/chat')
    return {
      ...shared,
      wire: 'ollama',
      system: of('system'),
      schema: body.format,
      key: undefined,
      options: body.options,
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

/** Lines of JSON as they stream in, the words in two pieces. */
function ollama(asked: ModelRequest, reaction: Answering): string {
  const usage = usageOf(asked, reaction);
  const words = said(reaction);
  const half = words.length >> 1;
  const piece = (content: string, more: object) => ({
    model: asked.model,
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', content },
    ...more,
  });
  const lines = [
    piece(words.slice(0, half), { done: false }),
    piece(words.slice(half), { done: false }),
    piece('', {
      done: true,
      done_reason: reaction.finish === 'length' ? 'length' : 'stop',
      ...(usage && { prompt_eval_count: usage.input, eval_count: usage.output }),
    }),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function openai(asked: ModelRequest, reaction: Answering): object {
  const usage = usageOf(asked, reaction);
  return {
    id: 'fault',
    object: 'chat.completion',
    created: 1,
    model: asked.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: said(reaction) },
        finish_reason: reaction.finish === 'length' ? 'length' : 'stop',
      },
    ],
    ...(usage && {
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
      },
    }),
  };
}

function anthropic(asked: ModelRequest, reaction: Answering): object {
  const usage = usageOf(asked, reaction) ?? { input: 0, output: 0 };
  return {
    id: 'fault',
    type: 'message',
    role: 'assistant',
    model: asked.model,
    content:
      asked.tool !== undefined && typeof reaction.answer === 'object'
        ? [{ type: 'tool_use', id: 'fault', name: asked.tool, input: reaction.answer }]
        : [{ type: 'text', text: said(reaction) }],
    stop_reason: reaction.finish === 'length' ? 'max_tokens' : 'end_turn',
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  };
}
