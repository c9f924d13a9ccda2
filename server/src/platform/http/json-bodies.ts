import { Problem } from '@lectern/contract/problem';
import type { Route } from '@lectern/contract/route';
import type { FastifyRequest } from 'fastify';
import { isPublic } from './access.ts';

const bodies = new WeakMap<FastifyRequest, string>();

/** Remembers the text of a JSON body, for whoever must check a signature over it. */
export const rememberRawBody = (request: FastifyRequest, body: string): void => void bodies.set(request, body);

/** The JSON body of a request as it came. */
export const rawBody = (request: FastifyRequest): string => bodies.get(request) ?? '';

/** Bytes of a JSON body that anybody may send, and of one whose sender has a session or a signature. */
export const shortBody = 64 * 1024;
const longBody = 4 * 1024 * 1024;

/** Bytes of JSON that a route takes. */
export const bodyLimitOf = (route: Route): number => (isPublic(route) && !route.longBody ? shortBody : longBody);

const isLong = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > shortBody;

/** Asks who sends a long body before it is read. Throws `unauthorized`. */
export async function refuseLongBody(
  route: Route,
  request: FastifyRequest,
  hasSession: () => Promise<boolean>,
): Promise<void> {
  if (isPublic(route) || !isLong(request)) return;
  if (!(await hasSession())) throw new Problem('unauthorized');
}
