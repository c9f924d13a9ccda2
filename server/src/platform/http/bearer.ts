import type { FastifyRequest } from 'fastify';

/** The token a request carries. */
export const bearer = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
