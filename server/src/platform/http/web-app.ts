import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { libraryPage, watchPage } from '@lectern/contract/rules/first-pages';
import { isPage } from '@lectern/contract/rules/pages';
import fastifyStatic from '@fastify/static';
import { day } from '@lectern/contract/rules/durations';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SingleSignOn } from './context.ts';
import { builtChunks } from './built-chunks.ts';
import { escapeHtml } from '../text/escape-html.ts';

/**
 * Paths that are never a page of the web app, here and in the browser's worker: other things live there, or programs look
 * for forgotten files.
 */
const notAPage = /^\/(api|media|upload|download|assets|portal|s)\/|\/([.]|%2[eE])/;

/**
 * Entry pages with their extra modules. The page itself names their chunks, so they load before any script runs;
 * scripts would find them in three rounds.
 */
const firstViews: readonly { path: RegExp; modules: readonly string[] }[] = [
  { path: /^\/$/, modules: ['src/pages/landing.tsx'] },
  {
    path: libraryPage,
    modules: ['src/app/app-routes.tsx', 'src/app/asset-layout.tsx', 'src/pages/library.tsx'],
  },
  {
    path: watchPage,
    modules: ['src/app/app-routes.tsx', 'src/app/asset-layout.tsx', 'src/pages/video.tsx'],
  },
  { path: /^/, modules: ['src/app/app-routes.tsx'] },
];

/** How people sign in at a door, for the page. */
function signInOf(signIn: SingleSignOn | undefined, door: 'member' | 'administrator'): string {
  if (!signIn || (door === 'administrator' && signIn.administratorGroup === undefined)) return 'password';
  return signIn.isOnly ? 'oidc' : 'both';
}

/**
 * Serves the built web app: hashed assets for ever, every other address that is not a call with the page itself,
 * whose title and brand name are filled in here.
 */
export async function serveWebApp(
  app: FastifyInstance,
  root: string,
  page: {
    brand: string;
    blogUrl: string;
    supportEmail: string;
    signIn: SingleSignOn | undefined;
    areSignUpsOpen: boolean;
    mediaProvider?: string | undefined;
    muxDataKey?: string | undefined;
  },
): Promise<void> {
  const html = (await readFile(join(root, 'index.html'), 'utf8'))
    .replaceAll('%BRAND_NAME%', escapeHtml(page.brand))
    .replaceAll('%BLOG_URL%', escapeHtml(page.blogUrl))
    .replaceAll('%SUPPORT_EMAIL%', escapeHtml(page.supportEmail))
    .replaceAll('%SIGN_IN%', signInOf(page.signIn, 'member'))
    .replaceAll('%ADMIN_SIGN_IN%', signInOf(page.signIn, 'administrator'))
    .replaceAll('%SIGN_UPS%', page.areSignUpsOpen ? 'open' : 'invited')
    .replaceAll('%COMPANY_NAME%', escapeHtml(page.signIn?.provider.name ?? ''))
    .replaceAll('%MEDIA_PROVIDER%', escapeHtml(page.mediaProvider ?? ''))
    .replaceAll('%MUX_DATA_ENV_KEY%', escapeHtml(page.muxDataKey ?? ''));
  const chunksOf = await builtChunks(root);
  const everywhere = chunksOf(['index.html']);
  const views = firstViews.map(({ path, modules }) => {
    const links = [...chunksOf(modules)]
      .filter(([name]) => !everywhere.has(name))
      .map(([, { file }]) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    return { path, page: html.replace('</head>', `${links.join('')}</head>`) };
  });
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // Texts that hold a name of the operator's, or their version: see below.
    globIgnore: ['**/{sw.js,offline.html}{,.br,.gz}'],
    // The build has put .br and .gz beside every text.
    preCompressed: true,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/');
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  await serveInstallable(app, root, page.brand);
  serveAgreedAddresses(app, page.supportEmail);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isThere = isPage(path) && !notAPage.test(path);
    // Browsers at an unknown URL get the web app's not-found page; programs get no page.
    const isAnswered = isThere || (!notAPage.test(path) && request.headers.accept?.includes('text/html'));
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !isAnswered)
      return reply.code(404).send({ code: 'not_found', msg: 'There is nothing at this address.' });
    return reply
      .code(isThere ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(views.find((view) => view.path.test(path))?.page);
  });
}

/** Serves the parts that make the app installable: manifest, service worker and offline page. */
async function serveInstallable(app: FastifyInstance, root: string, brand: string): Promise<void> {
  const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');
  const offline = (await read('offline.html')).replaceAll('%BRAND_NAME%', escapeHtml(brand));
  const shell = [offline, ...(await Promise.all(['offline.js', 'theme.js', 'icon.svg'].map(read)))];
  const version = createHash('sha256').update(shell.join('\0')).digest('hex').slice(0, 16);
  const worker = (await read('sw.js'))
    .replaceAll('%SHELL_VERSION%', version)
    .replace('%NOT_A_PAGE%', () => notAPage.source);
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: '/',
    name: brand,
    short_name: brand,
    description: 'Webinars with chapters, quotes, a summary, a searchable transcript and clips.',
    start_url: '/asset/view',
    scope: '/',
    display: 'standalone',
    background_color: '#f8f5ef',
    theme_color: '#f8f5ef',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
    ],
    shortcuts: [
      { name: 'Video Library', url: '/asset/view' },
      { name: 'Upload a video', url: '/asset/upload' },
    ],
  };
  // Where browsers look for an icon, whatever a page says.
  const icon192 = await readFile(join(root, 'icon-192.png'));
  app.get('/favicon.ico', (_, reply) =>
    reply.type('image/png').header('cache-control', 'public, max-age=86400').send(icon192),
  );
  const texts = [
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', JSON.stringify(manifest)],
    ['/sw.js', 'text/javascript; charset=utf-8', worker],
    ['/offline.html', 'text/html; charset=utf-8', offline],
  ] as const;
  for (const [path, type, body] of texts)
    app.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(body));
}

/** Serves the files programs expect at standard paths: robots.txt (RFC 9309) and security.txt (RFC 9116). */
function serveAgreedAddresses(app: FastifyInstance, supportEmail: string): void {
  const robots = [
    'User-agent: *',
    ...['/api/', '/auth/', '/asset/', '/upload/', '/download/'].map((path) => `Disallow: ${path}`),
  ];
  const send = (reply: FastifyReply, lines: readonly string[]): FastifyReply =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`);
  app.get('/robots.txt', (_request, reply) => send(reply, robots));
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Date.now() + 180 * day).toISOString();
    return send(reply, [`Contact: mailto:${supportEmail}`, `Expires: ${expires}`, 'Preferred-Languages: en']);
  });
}
