import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Seconds a browser may remember the permission; Chromium's own maximum. */
const remembered = 7200;

/**
 * Lets pages of other sites send to upload addresses: the unguessable key in the address is the whole permission,
 * so there is no cookie or session that a foreign page could misuse. Every other address stays closed to them.
 */
export async function openUploadsToOtherSites(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    delegator: (request, done) =>
      done(
        null,
        request.url?.startsWith('/upload/')
          ? {
              origin: '*',
              credentials: false,
              methods: ['PUT'],
              allowedHeaders: ['content-range', 'content-type'],
              // Public clients read from it how far the server is.
              exposedHeaders: ['range'],
              maxAge: remembered,
            }
          : { origin: false },
      ),
  });
}
