import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import { it } from 'node:test';
import { pino } from 'pino';
import { openTracing } from '../src/main/open-tracing.ts';
import { currentWork } from '../src/platform/log/log.ts';
import { startLocalServer } from './local-server.ts';
import { signUp } from './member.ts';
import { getSamplePath } from './sample.ts';
import { uploadFile, waitUntilProcessed } from './upload.ts';
import { openTestWorld } from './world.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] };
type Batch = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** Takes what is sent as a collector does (OTLP over HTTP, JSON). */
async function openCollector() {
  const spans: Span[] = [];
  const server = await startLocalServer((request, reply) => {
    json(request).then(
      (batch) => {
        assert.equal(request.url, '/v1/traces');
        for (const { scopeSpans } of (batch as Batch).resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans);
        reply.setHeader('content-type', 'application/json').end('{}');
      },
      () => reply.writeHead(400).end(),
    );
  });
  return { ...server, spans };
}

it('sends a collector one trace from the last byte of an upload over its jobs to the runs of ffmpeg', async () => {
  const collector = await openCollector();
  const closeTracing = await openTracing(collector.url);
  const server = await openTestWorld();
  const lines: Record<string, unknown>[] = [];
  const log = pino({ mixin: currentWork }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { spans } = collector;
  try {
    const member = await signUp(server.origin, server.letters);
    const get = server.world.media.inspect.bind(server.world.media);
    server.world.media.inspect = (...given) => {
      log.info('within a job');
      return get(...given);
    };
    const video = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    await waitUntilProcessed(member, video);
    await server.world.jobs.settle();
    await closeTracing();

    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const wayOf = (span: Span | undefined): string[] =>
      span ? [...wayOf(byId.get(span.parentSpanId ?? '')), span.name] : [];
    const thumbnail = spans.find(
      ({ name, parentSpanId }) => name === 'ffmpeg' && byId.get(parentSpanId ?? '')?.name === 'job step-thumbnail',
    );
    const way = wayOf(thumbnail);
    assert.match(way[0]!, /^PUT \/upload\//);
    assert.equal(way[1], 'job step-inspect');
    assert.deepEqual(way.slice(-2), ['job step-thumbnail', 'ffmpeg']);
    const job = spans.find(({ name }) => name === 'job step-thumbnail')!;
    assert.ok(job.attributes.some(({ key, value }) => key === 'video.id' && value.stringValue === video));
    assert.ok(spans.some((span) => span.name === 'mail' && wayOf(span).includes('job mail')));

    // No span tells an address, a name or a key.
    const sent = JSON.stringify(spans);
    for (const secret of [member.email, member.session.token, server.dataDir]) assert.ok(!sent.includes(secret));

    // The log names the same job, recording and trace.
    const inspect = spans.find(({ name }) => name === 'job step-inspect')!;
    const [line] = lines;
    assert.equal(line?.job, 'step-inspect');
    assert.equal(line?.video, video);
    assert.equal(line?.trace_id, inspect.traceId);
  } finally {
    await server.close();
    await closeTracing();
    await collector.close();
  }
});
