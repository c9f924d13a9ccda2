import type { FastifyRequest } from 'fastify';

const bodies = new WeakMap<FastifyRequest, string>();

/** Remembers the text of a JSON body, for whoever must check a signature over it. */
export const rememberRawBody = (request: FastifyRequest, body: string): void => void bodies.set(request, body);

/** The JSON body of a request as it came. */
export const rawBody = (request: FastifyRequest): string => bodies.get(request) ?? '';
