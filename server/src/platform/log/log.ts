import type { FastifyBaseLogger } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { trace } from '@opentelemetry/api';

/** The ids of the current work, request or job and video, which every log line carries. */
type WorkIds = { request?: string; job?: string; jobId?: string; video?: string | undefined };

const current = new AsyncLocalStorage<WorkIds>();

/** Runs `work` under these ids, and those it runs under already. */
export const withLogContext = <T>(ids: WorkIds, work: () => T): T =>
  current.run({ ...current.getStore(), ...ids }, work);

/** The request or the job itself; undefined outside of any. */
export const workNow = (): Readonly<WorkIds> | undefined => current.getStore();

/** For the log: the ids of what is being done, and those of its trace where there is one. */
export function currentWork(): Record<string, unknown> {
  const span = trace.getActiveSpan()?.spanContext();
  return { ...current.getStore(), ...(span ? { trace_id: span.traceId, span_id: span.spanId } : {}) };
}

export type Log = FastifyBaseLogger;
