import { routes } from '../route.ts';

/** For the machines that watch over the product. `metrics` is for operators: see METRICS_TOKEN. */
export const operationRoutes = routes({
  /** The process lives. */
  live: { method: 'GET', path: '/healthz', access: 'anyone', work: 'cheap', reply: 'stream' },
  /** It can serve: 503 with what it waits for otherwise. */
  ready: { method: 'GET', path: '/readyz', access: 'anyone', work: 'cheap', reply: 'stream' },
  metrics: { method: 'GET', path: '/metrics', access: 'capability', work: 'cheap', reply: 'stream' },
});
