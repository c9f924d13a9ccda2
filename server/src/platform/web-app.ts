import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { escaped } from './escaped.ts';

/** Paths that are never a page of the web app. */
const notAPage = /^\/(api|media|upload|download|assets|portal)\//;

/**
 * Serves the built web app: hashed assets for ever, every other address that is not a call with the page itself,
 * whose title and brand name are filled in here.
 */
export async function serveWebApp(
  app: FastifyInstance,
  root: string,
  page: { brand: string; blogUrl: string; supportEmail: string },
): Promise<void> {
  const html = (await readFile(join(root, 'index.html'), 'utf8'))
    .replaceAll('%BRAND_NAME%', escaped(page.brand))
    .replaceAll('%BLOG_URL%', escaped(page.blogUrl))
    .replaceAll('%SUPPORT_EMAIL%', escaped(page.supportEmail));
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // The build has put .br and .gz beside every text.
    preCompressed: true,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/');
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if ((request.method !== 'GET' && request.method !== 'HEAD') || notAPage.test(path))
      return reply.code(404).send({ msg: 'There is nothing at this address.' });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
  });
}
