import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import { Problem } from '@lectern/contract/problem';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { closeStalledConnections, type ConnectionTimeouts, serverTimes } from './connection-timeouts.ts';
import { currentWork } from '../log/log.ts';
import { shortBody, rememberRawBody } from './json-bodies.ts';
import { answerFailure } from './serve.ts';

/** Origins besides our own that a chosen service needs in the browser, by directive of the Content-Security-Policy. */
export type ForeignSources = Partial<
  Record<'script-src' | 'frame-src' | 'connect-src' | 'img-src' | 'media-src', readonly string[]>
>;

/**
 * The HTTP server before any route. Of bodies it reads JSON alone; whatever else comes is nobody's (`forgetType` in
 * `serve.ts`).
 */
export async function createApp(
  logLevel: string,
  {
    logStream,
    foreign = {},
    proxies = 0,
    https = false,
    patience,
  }: {
    logStream?: { write(line: string): void };
    foreign?: ForeignSources;
    /** How many proxies stand in front and say in X-Forwarded-For whom they stand for. */
    proxies?: number;
    /** Whether people reach the product by https, and are to be kept to it. */
    https?: boolean;
    patience?: ConnectionTimeouts | undefined;
  } = {},
): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => randomUUID(),
    logger: { level: logLevel, mixin: currentWork, ...(logStream ? { stream: logStream } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    // Which request a line is about says the mixin, whoever writes it.
    childLoggerFactory: (logger, _bindings, options) => logger.child({}, options),
    trustProxy: (_address: string, hop: number) => hop < proxies,
    // Routes say what they take beyond it (long-bodies.ts).
    bodyLimit: shortBody,
    // A 30 MB chunk on a slow connection takes minutes; Node's default stops it after five. Zero also disables Node's
    // header timeout, so `http` sets one.
    requestTimeout: 0,
    http: serverTimes(patience),
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 500 },
    // Answers malformed URLs, which match no route.
    frameworkErrors: (error, request, reply) => answerFailure(error, request, reply),
    forceCloseConnections: true,
    // Fastify applies its plugin timeout (10 s) to close hooks and would end the process during them; closing.ts has
    // its own limits.
    pluginTimeout: 0,
  });
  // Behind a proxy all connections are its own.
  closeStalledConnections(app, { countConnections: proxies === 0, patience });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...(foreign['script-src'] ?? [])],
        // Dialogs and toasts set styles of their own while they are open.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...(foreign['img-src'] ?? [])],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...(foreign['connect-src'] ?? [])],
        // The preview of a portal, and a payment service's own fields.
        'frame-src': ["'self'", ...(foreign['frame-src'] ?? [])],
        'media-src': ["'self'", 'blob:', ...(foreign['media-src'] ?? [])],
        'worker-src': ["'self'", 'blob:'],
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // TLS is the proxy's, and a plain http install on a laptop must work. Other things may live below an operator's host.
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  // Texts only: media and archives are compressed already. Level 4 costs a page no more than a millisecond or two.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Bodies are read as they come: a short one could be a long one.
    globalDecompression: false,
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // A JSON call without a body (POST /auth/check) is an empty object, not an error.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    rememberRawBody(request, String(body));
    if (body === '') return done(null, {});
    try {
      done(null, JSON.parse(String(body)));
    } catch (cause) {
      done(new Problem('bad_request', { cause, detail: 'The request is not valid JSON.' }));
    }
  });
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  return app;
}
