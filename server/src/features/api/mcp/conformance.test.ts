import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { startLocalServer } from '../../../../test/local-server.ts';

const run = promisify(execFile);
const suiteOfProtocol = fileURLToPath(
  new URL('dist/index.js', import.meta.resolve('@modelcontextprotocol/conformance/package.json')),
);

/** Scenarios of the protocol's own suite that every server passes. */
const passed = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];

const fixtures = 'calls a tool that exists on test servers alone';
const sessions = 'there are no sessions to come back to: any process answers';
const texts = 'reads a resource that exists on test servers alone; ours are in mcp.test.ts';
const prompts = 'there are no prompts';
const back = 'the server asks nothing of the client';
/** Scenarios about what is not offered here, with the reason. */
const notOffered: Readonly<Record<string, string>> = {
  'tools-call-simple-text': fixtures,
  'tools-call-image': fixtures,
  'tools-call-audio': fixtures,
  'tools-call-embedded-resource': fixtures,
  'tools-call-mixed-content': fixtures,
  'tools-call-error': fixtures,
  'tools-call-with-logging': fixtures,
  'tools-call-with-progress': fixtures,
  'json-schema-2020-12': fixtures,
  'server-sse-polling': sessions,
  'server-sse-multiple-streams': sessions,
  'resources-read-text': texts,
  'resources-read-binary': texts,
  'resources-templates-read': texts,
  'resources-subscribe': sessions,
  'resources-unsubscribe': sessions,
  'logging-set-level': 'the server sends no log to the client',
  'completion-complete': 'there is nothing to complete: no prompts, and ids of recordings',
  'prompts-list': prompts,
  'prompts-get-simple': prompts,
  'prompts-get-with-args': prompts,
  'prompts-get-embedded-resource': prompts,
  'prompts-get-with-image': prompts,
  'tools-call-sampling': back,
  'tools-call-elicitation': back,
  'elicitation-sep1034-defaults': back,
  'elicitation-sep1330-enums': back,
};

/** Adds a key to what the suite sends, which has no way to: a fake at the edge of the network. */
function addKey(to: () => string, key: () => string) {
  return (asked: IncomingMessage, answer: ServerResponse): void => {
    const headers = { ...asked.headers, authorization: `Bearer ${key()}` };
    const forward = request(`${to()}${asked.url}`, { method: asked.method, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(answer);
    });
    asked.pipe(forward);
  };
}

let proxy: Awaited<ReturnType<typeof startLocalServer>>;
let key = '';
let origin = '';
before(async () => {
  proxy = await startLocalServer(
    addKey(
      () => origin,
      () => key,
    ),
  );
});
after(() => proxy.close());

describeRecordings(
  'the conformance suite of the protocol',
  ['short'],
  { env: () => ({ PUBLIC_URL: proxy.url }), databases: 'one' },
  (suite) => {
    let folder: string;
    before(async () => {
      const wanted = { kind: 'person' as const, name: 'Suite', scopes: ['read' as const], days: null };
      ({ key } = await suite.member.call(apiKeyRoutes.create, wanted));
      ({ origin } = suite.server);
      folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
    });
    after(() => rm(folder, { recursive: true, force: true }));

    it('knows every scenario, as passed or as left out for a reason', async () => {
      const { stdout } = await run(process.execPath, [suiteOfProtocol, 'list', '--server']);
      const known = [...stdout.matchAll(/^ {2}- ([\w-]+)/gm)].map(([, name]) => name!);
      assert.deepEqual(known.toSorted(), [...passed, ...Object.keys(notOffered)].toSorted());
    });

    for (const scenario of passed)
      it(`passes with the server of assistants: ${scenario}`, async () => {
        const results = join(folder, scenario);
        const what = ['server', '--url', `${proxy.url}/mcp`, '--scenario', scenario, '--output-dir', results];
        const { stdout } = await run(process.execPath, [suiteOfProtocol, ...what]);
        const [at] = await readdir(results);
        const checks = JSON.parse(await readFile(join(results, at!, 'checks.json'), 'utf8')) as { status: string }[];
        assert.ok(checks.length > 0, stdout);
        assert.deepEqual(
          checks.filter(({ status }) => status !== 'SUCCESS'),
          [],
          stdout,
        );
      });
  },
);
