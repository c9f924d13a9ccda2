import { z } from 'zod';
import { problems } from '../problem.ts';
import type { Route } from '../route.ts';
import { sentText } from '../text.ts';

type Json = Record<string, unknown>;
type Tables = readonly Readonly<Record<string, Route>>[];

/** A failure as programs read it (RFC 9457). */
const ApiProblem = z
  .object({
    type: sentText,
    title: sentText,
    status: z.int(),
    detail: sentText,
    code: z.enum(Object.keys(problems) as [string, ...string[]]),
    instance: sentText,
    /** Each field that is not as it has to be: a JSON Pointer into the body, or a parameter. */
    errors: z
      .array(z.object({ detail: sentText, pointer: sentText.optional(), parameter: sentText.optional() }))
      .optional(),
    /** Names the person who was faster, and when. */
    by: z.object({ name: sentText, at: sentText }).optional(),
    /** Present state of the thing that `If-Match` was about. */
    present: z.looseObject({}).optional(),
  })
  .meta({ id: 'Problem' });

/** Whether objects of an answer may get more fields one day: those that are sent to us may not. */
const isClosed = (value: Json): boolean => value['type'] === 'object' && value['additionalProperties'] === false;

/** Rewrites where named schemas stand, and opens the objects of answers. */
function adapt(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((entry) => adapt(entry, io));
  if (typeof value !== 'object' || value === null) return value;
  const json = value as Json;
  const entries = Object.entries(json).filter(
    ([name]) => !(name === 'additionalProperties' && io === 'output' && isClosed(json)),
  );
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      name,
      name === '$ref' ? String(inner).replace('#/$defs/', '#/components/schemas/') : adapt(inner, io),
    ]),
  );
}

/** Writes schemas of a document, with those that have a name in one place. */
class Schemas {
  readonly named: Json = {};

  write(schema: z.ZodType, io: 'input' | 'output'): Json {
    const around = z.object({ inside: schema });
    const { $defs = {}, properties } = z.toJSONSchema(around, { io, unrepresentable: 'any' });
    for (const [name, { id: _, ...definition }] of Object.entries($defs)) this.named[name] = adapt(definition, io);
    return adapt(properties!['inside'], io) as Json;
  }

  parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
    if (!schema) return [];
    const { properties = {}, required = [] } = this.write(schema, 'input') as {
      properties?: Json;
      required?: string[];
    };
    return Object.entries(properties).map(([name, inner]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: inner,
    }));
  }
}

const problemAnswer = { $ref: '#/components/responses/Problem' };

function answersOf({ reply, api, method }: Route, schemas: Schemas): Json {
  if (reply === 'stream') throw new Error('A call of programs answers by a schema.');
  const texts = Object.fromEntries((api?.texts ?? []).map((type) => [type, { schema: { type: 'string' } }]));
  const schema = schemas.write(reply, 'output');
  const hasVersion = reply instanceof z.ZodObject && 'version' in reply.shape;
  const limit = { $ref: '#/components/headers/RateLimit' };
  return {
    [api?.status ?? 200]: {
      description: method === 'DELETE' ? 'It is gone.' : 'As asked.',
      headers: { RateLimit: limit, ...(hasVersion ? { ETag: { $ref: '#/components/headers/ETag' } } : {}) },
      content: { 'application/json': { schema }, ...texts },
    },
    '4XX': problemAnswer,
    '5XX': problemAnswer,
  };
}

function operationOf(name: string, route: Route, schemas: Schemas): Json {
  const { path, params, query, body, api, scope, method } = route;
  const isOnce = method !== 'GET' && body !== 'bytes';
  const headers = [...(isOnce ? ['IdempotencyKey'] : []), ...(api?.edits ? ['IfMatch'] : [])].map((parameter) => ({
    $ref: `#/components/parameters/${parameter}`,
  }));
  const content =
    body === 'bytes'
      ? { 'application/octet-stream': {} }
      : body && { 'application/json': { schema: schemas.write(body, 'input') } };
  return {
    operationId: name,
    summary: api!.summary,
    description: scope === 'any' ? 'Any key.' : `Scope of the key: \`${scope}\`.`,
    tags: [tagOf(path)],
    parameters: [...schemas.parameters(params, 'path'), ...schemas.parameters(query, 'query'), ...headers],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: answersOf(route, schemas),
    'x-scope': scope,
  };
}

/** Groups of calls, by the first word of their paths, in the order of the reference. */
const groups: Readonly<Record<string, string>> = {
  me: 'For whom a key works.',
  recordings: 'Recordings with their texts: transcript, chapters, quotes, slides, and what people changed.',
  glossary: 'How words are written, and the forms that stand for them by mistake.',
  search: 'Places in all recordings where words stand.',
  ask: 'Answers from all recordings, by words that were said.',
  highlights: 'Words that people marked, with their notes.',
  uploads: 'Recordings on their way, in chunks or from an address.',
  clips: 'Parts cut out of recordings.',
  screenshots: 'Pictures of a moment.',
  shares: 'Links that open without an account.',
  portal: 'The public page of the workspace, and what visitors did there.',
  exports: 'All of the workspace as one archive.',
  imports: 'Such an archive, brought in.',
  usage: 'The plan, and what of it is used.',
  statistics: 'What visitors watched.',
  workspace: 'Name and settings.',
  people: 'Who is in the workspace, with which role.',
  invitations: 'Who may join.',
  log: 'What was done, by whom.',
  webhooks: 'Addresses that are told what happens.',
  keys: 'API keys: to see and to revoke.',
};

const tagOf = (path: string): string => path.split('/')[2]!;

function describeTag(name: string): Json {
  const description = groups[name];
  if (!description) throw new Error(`Calls about ${name} need a description.`);
  return { name, description };
}

const headerText = (description: string) => ({ description, schema: { type: 'string' } });

/** Describes the calls of programs as OpenAPI 3.1: all of them, from the schemas by which they are checked. */
export function describeApi(tables: Tables, brand: string): Json {
  const schemas = new Schemas();
  const problem = schemas.write(ApiProblem, 'output');
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  for (const table of tables)
    for (const [name, route] of Object.entries(table)) {
      if (!route.api) continue;
      tags.add(tagOf(route.path));
      const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
      (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(name, route, schemas);
    }
  return {
    openapi: '3.1.1',
    info: {
      title: `${brand} API`,
      version: '1',
      summary: 'Everything a person can do in a workspace, for programs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...tags].map(describeTag),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: `lec_…`' } },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'Names this request: sent again within 24 hours, it is not done again.',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          description: 'The `ETag` of what you have read, or `*`.',
          required: true,
          schema: { type: 'string' },
        },
      },
      headers: {
        RateLimit: headerText('What is left in this minute, and the seconds until it ends.'),
        ETag: headerText('Names this version, for `If-Match`.'),
      },
      responses: {
        Problem: {
          description: 'It could not be done; `code` says why.',
          content: { 'application/problem+json': { schema: problem } },
        },
      },
      schemas: schemas.named,
    },
  };
}
