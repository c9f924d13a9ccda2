import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';

/**
 * OpenTelemetry spans; they do nothing without a provider (main/open-tracing.ts). Spans carry only kinds, codes and
 * ids, never user content or file names.
 */
const tracer = trace.getTracer('lectern');

/**
 * A job in the queue carries in its payload, under this name, the span in which it was enqueued (W3C Trace Context).
 */
const carried = 'traceparent';

/** Runs `work` in a span of this name, within the one that is active. It ends as `work` does. */
export function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, ...attributes }: Attributes & { kind?: SpanKind },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown };
      if (typeof code === 'string') span.setAttribute('error.type', code);
      // A refusal of the caller's request is not a fault of the server.
      if (typeof status !== 'number' || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A call of a port, each in a span of this name. */
export const inSpans =
  <Given extends unknown[], T>(name: string, call: (...given: Given) => Promise<T>) =>
  (...given: Given): Promise<T> =>
    inSpan(name, { kind: SpanKind.CLIENT }, () => call(...given));

/** The payload with the active span, where there is one that is recorded. */
export function withTrace(payload: object): object {
  const span = trace.getActiveSpan()?.spanContext();
  if (!span || !trace.isSpanContextValid(span)) return payload;
  const flags = span.traceFlags.toString(16).padStart(2, '0');
  return { ...payload, [carried]: `00-${span.traceId}-${span.spanId}-${flags}` };
}

/** The payload as it was given, and `continued`, which runs work within the span it was enqueued in. */
export function extractTrace(payload: object): { payload: object; continued: <T>(work: () => T) => T } {
  if (!(carried in payload)) return { payload, continued: (work) => work() };
  const { [carried]: parent, ...rest } = payload as Record<string, unknown>;
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(parent)) ?? [];
  if (traceId === undefined || spanId === undefined) return { payload: rest, continued: (work) => work() };
  const remote = { traceId, spanId, isRemote: true, traceFlags: Number.parseInt(flags!, 16) & TraceFlags.SAMPLED };
  return {
    payload: rest,
    continued: (work) => context.with(trace.setSpanContext(context.active(), remote), work),
  };
}
