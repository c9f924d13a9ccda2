import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describeApi } from '@lectern/contract/v1/openapi';
import { apiTables } from '../src/features/api/reference.ts';

type Json = Record<string, unknown>;
type Media = Readonly<Record<string, { schema: Json }>>;
type Answers = Readonly<Record<string, { content?: Media; $ref?: string }>>;

export type Operation = {
  method: string;
  path: string;
  operationId: string;
  parameters: { name: string; in: 'path' | 'query'; $ref?: string; schema: Json }[];
  requestBody?: { content: Media };
  responses: Answers;
};

export const apiDocument = describeApi(apiTables, 'Lectern') as {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Json; responses: { Problem: { content: Media } } };
};

/** Every operation of the document. */
export const operations: readonly Operation[] = Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: apiDocument.components });

const compiled = new Map<object, ValidateFunction>();

/** Schemas name others by their place in the document. */
const inDocument = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as unknown;

function validatorOf(schema: Json): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile(inDocument(schema) as Json);
  compiled.set(schema, known);
  return known;
}

/** Fails where an answer is not one that the document promises. */
export function checkAnswer(operation: Operation, status: number, type: string, body: unknown): void {
  const what = `${operation.operationId}: ${status} ${type} ${JSON.stringify(body)?.slice(0, 300)}`;
  const declared = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`];
  assert.ok(declared, `An answer that is not in the document: ${what}`);
  const content = declared.$ref ? apiDocument.components.responses.Problem.content : declared.content!;
  const media = content[type.split(';')[0]!];
  assert.ok(media, `A type that is not in the document: ${what}`);
  const validate = validatorOf(media.schema);
  assert.ok(validate(body), `${ajv.errorsText(validate.errors)}: ${what}`);
}

export type ApiInput = { params?: Json; query?: Json; body?: unknown; headers?: Record<string, string> };
export type ApiReply<T> = { status: number; headers: Headers; body: T };

/** Calls the API as programs do, by the names of the document; every answer is checked against it. */
export const apiClient =
  (origin: string, token: () => string) =>
  async <T = Json>(
    operationId: string,
    { params = {}, query = {}, body, headers = {} }: ApiInput = {},
  ): Promise<ApiReply<T>> => {
    const operation = operations.find((each) => each.operationId === operationId);
    assert.ok(operation, operationId);
    const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const response = await fetch(`${origin}${path}?${search}`, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${token()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    const text = await response.text();
    const answer: unknown = type.includes('json') ? JSON.parse(text) : text;
    checkAnswer(operation, response.status, type, answer);
    return { status: response.status, headers: response.headers, body: answer as T };
  };
