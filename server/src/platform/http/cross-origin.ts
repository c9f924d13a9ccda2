import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Seconds a browser may remember the permission; Chromium's own maximum. */
const remembered = 7200;

const uploads = {
  origin: '*',
  credentials: false,
  methods: ['PUT'],
  allowedHeaders: ['content-range', 'content-type'],
  // Public clients read from it how far the server is.
  exposedHeaders: ['range'],
  maxAge: remembered,
};

const portals = {
  origin: '*',
  credentials: false,
  methods: ['GET', 'HEAD', 'POST'],
  allowedHeaders: ['content-type', 'range'],
  maxAge: remembered,
};

/** A playback id that was signed has parts; a video's own has none. */
const ofPortals =
  /^\/(?:assets|portal|api\/portal|oembed|portal-theme\.js|icon\.svg)(?:[/?.]|$)|^\/media\/[^/?]+\.[^/?]+\//;

/**
 * Allows cross-origin requests to upload URLs and portals only, because sandboxed portals have their own origin. The
 * unguessable key is the permission; no cookie can be misused.
 */
export async function openToOtherSites(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    delegator: (request, done) => {
      const url = request.url ?? '';
      done(null, url.startsWith('/upload/') ? uploads : ofPortals.test(url) ? portals : { origin: false });
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    // Pictures and scripts are asked for without CORS.
    if (ofPortals.test(request.url) || request.url.startsWith('/portal.js'))
      void reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}
