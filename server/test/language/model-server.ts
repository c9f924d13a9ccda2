import { type Asked as Request, startFaultServer } from '../fault-server.ts';

/** What a client asked, whatever the wire. */
export type Asked = {
  wire: 'openai' | 'anthropic';
  path: string;
  model: string;
  system: string;
  prompt: string;
  /** As sent in the wire's own field; undefined where the client sent none. */
  schema: unknown;
  key: string | undefined;
  /** The tool it is to answer by. */
  tool?: string | undefined;
};

/** What it gets: an answer (anything but a string is sent as JSON), a status, silence, or a broken connection. */
export type Reaction =
  | { answer: unknown; finish?: 'end' | 'length'; usage?: { input: number; output: number } | 'none' }
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang'
  | 'reset';

export type ModelServer = {
  /** Up to the /v1. */
  url: string;
  /** Everything that was asked so far. */
  asked: Asked[];
  /** May be replaced at any time. */
  react: (asked: Asked) => Reaction;
  close(): Promise<unknown>;
};

/**
 * A fault server in place of a language model, not a model: it speaks the wire of OpenAI's chat completions and of
 * Anthropic's messages, and answers what a test tells it to, faults above all.
 */
export async function openModelServer(react: ModelServer['react'] = () => ({ status: 500 })): Promise<ModelServer> {
  const server = await startFaultServer((request) => {
    const asked = read(request);
    model.asked.push(asked);
    const reaction = model.react(asked);
    if (typeof reaction === 'string') return reaction;
    if ('status' in reaction)
      return { body: JSON.stringify({ error: { message: `A fault: ${reaction.status}.` } }), ...reaction };
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
  output_config?: { format?: { schema: unknown } };
  tools?: { name: string; input_schema: unknown }[];
};

const words = (content: Message['content'] | undefined): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('');

function read({ path: url, headers, body: bytes }: Request): Asked {
  const body = JSON.parse(bytes.toString()) as Body;
  const of = (role: string): string => words(body.messages.find((message) => message.role === role)?.content);
  const shared = { path: url, model: body.model, prompt: of('user') };
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

/** What a server would count, roughly: a test that is about counting gives its own figures. */
const usageOf = (asked: Asked, reaction: Answering): { input: number; output: number } | undefined =>
  reaction.usage === 'none'
    ? undefined
    : (reaction.usage ?? {
        input: Math.ceil((asked.system.length + asked.prompt.length) / 4),
        output: Math.ceil(said(reaction).length / 4),
      });

function openai(asked: Asked, reaction: Answering): object {
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

function anthropic(asked: Asked, reaction: Answering): object {
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
