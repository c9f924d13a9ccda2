import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { apiClient, type ApiInput, type ApiReply, type Operation, operations } from './api-client.ts';
import { describeRecordings } from './describe-server.ts';

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  minLength?: number;
  additionalProperties?: boolean;
};

const hostile: readonly unknown[] = [
  'a\u0000b',
  'half a pair \ud800',
  'a'.repeat(70_000),
  "'; drop table users; --",
  '../../x',
  '9'.repeat(400),
  1e300,
  -1,
  0.5,
  null,
  [],
  { $gt: '' },
];

const formats: Readonly<Record<string, unknown>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-01T00:00:00Z',
};

/** A value that a schema of the document takes. */
function valid({ type, format, minimum = 0, minLength = 1, ...schema }: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valid(schema.anyOf[0]!);
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, valid(each)]));
  if (type === 'array') return [valid(schema.items ?? {})];
  if (type === 'integer' || type === 'number') return Math.max(1, minimum);
  if (type === 'boolean') return true;
  return formats[format ?? ''] ?? 'x'.repeat(Math.max(2, minLength));
}

const bodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema as Schema | undefined;

/** Every operation of the document, with values that it takes, refuses and fears; answers are checked by the client. */
describeRecordings('every operation of the API', ['short'], {}, (suite) => {
  let call: ReturnType<typeof apiClient>;
  let known: Record<string, unknown>;
  before(async () => {
    await suite.changeUser(suite.member, { plan: 'professional' });
    call = apiClient(suite.server.origin, () => suite.member.session.token);
    const { id, chapters } = suite.short;
    known = {
      id,
      recording_id: id,
      recording_ids: [id],
      chapter_id: chapters[0]!.id,
      cursor: undefined,
      url: 'https://example.org/hook',
      email: 'somebody@example.org',
      accent: '#1f6f54',
      png: 'AAAA',
      sites: ['https://example.org'],
    };
  });

  function inputOf(operation: Operation): Required<Pick<ApiInput, 'params' | 'query' | 'body'>> {
    const named = (place: 'path' | 'query') =>
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema }) => [name, name in known ? known[name] : valid(schema as Schema)] as const)
        .filter(([, value]) => value !== undefined);
    const body = bodyOf(operation);
    // Nothing is fetched from elsewhere.
    const own: Record<string, unknown> = {
      ...known,
      ...(operation.operationId === 'uploadFromUrl' ? { url: 'https://127.0.0.1/a.mp4' } : {}),
    };
    const fields = Object.entries(body?.properties ?? {});
    return {
      params: Object.fromEntries(named('path')),
      query: Object.fromEntries(named('query')),
      body: body && Object.fromEntries(fields.map(([name, each]) => [name, name in own ? own[name] : valid(each)])),
    };
  }

  const headers = { 'if-match': '*' };

  const refuses = ({ status }: ApiReply<unknown>, what: string): void =>
    assert.ok(status >= 400 && status < 500, `${what}: ${status}`);

  it('answers as the document says, when it is called as the document says', async () => {
    const reached: string[] = [];
    // Deletions come last: they end others.
    const ordered = operations.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    for (const operation of ordered.filter(
      ({ path, method }) => !(method === 'DELETE' && path.includes('recordings')),
    )) {
      const { status } = await call(operation.operationId, { ...inputOf(operation), headers });
      assert.ok(status < 500, `${operation.operationId}: ${status}`);
      if (status < 400) reached.push(operation.operationId);
    }
    assert.ok(reached.length > operations.length / 2, reached.join(', '));
  });

  it('refuses what the document does not know, in each place', async () => {
    for (const operation of operations) {
      const right = inputOf(operation);
      const { operationId } = operation;
      if (operation.parameters.some((parameter) => parameter.in === 'query'))
        refuses(await call(operationId, { ...right, query: { ...right.query, unknown: '1' }, headers }), operationId);
      if (right.body === undefined) continue;
      const body = { ...(right.body as object), unknown: true };
      const answer = await call<{ errors?: object[] }>(operationId, { ...right, body, headers });
      assert.deepEqual(
        [answer.status, answer.body.errors],
        [400, [{ detail: 'there is nothing called unknown', pointer: '#' }]],
        operationId,
      );
      for (const name of bodyOf(operation)?.required ?? []) {
        const { [name]: _, ...less } = right.body as Record<string, unknown>;
        refuses(await call(operationId, { ...right, body: less, headers }), `${operationId} without ${name}`);
      }
    }
  });

  it('refuses or takes hostile values in every place, and never fails', async () => {
    const text = (value: unknown): string => String(value).toWellFormed().slice(0, 3000);
    let tried = 0;
    for (const operation of operations) {
      const right = inputOf(operation);
      for (const part of ['params', 'query', 'body'] as const)
        for (const name of Object.keys((right[part] ?? {}) as object)) {
          tried += 1;
          const values = [0, 5, 9].map((step) => hostile[(tried + step) % hostile.length]);
          await Promise.all(
            values.map(async (value) => {
              const sent = part === 'body' ? value : text(value);
              const input = { ...right, [part]: { ...(right[part] as object), [name]: sent }, headers };
              const { status } = await call(operation.operationId, input);
              const what = `${operation.operationId} ${name} ${JSON.stringify(value).slice(0, 30)}: ${status}`;
              assert.ok(status < 500 || status === 503, what);
            }),
          );
        }
    }
    assert.ok(tried > 60, `${tried} places`);
  });
});
