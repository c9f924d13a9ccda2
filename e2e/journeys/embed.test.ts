/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { eventually } from '@lectern/server/test/member';
import { hostHtml, openHostSite } from '../host-page.ts';
import { journey } from '../journey.ts';

const script = join(import.meta.dirname, '../../web/dist/portal.js');

/** The embedded code of a page, and the portals it should get frames for. */
type Kind = readonly [name: string, embedded: string, portals: readonly string[]];

const tag = (portal: string, more = ''): string => `<script src="/portal.js" data-portal="${portal}" ${more}></script>`;

/** In a page's own script: an end of a script would end that. */
const within = (html: string): string => JSON.stringify(html).replaceAll('</', '<\\/');

const kinds: readonly Kind[] = [
  ['a classic script', tag('a'), ['a']],
  ['classic scripts, one of them async', `${tag('a')}${tag('b', 'async')}`, ['a', 'b']],
  ['a module', tag('a', 'type="module"'), ['a']],
  ['two modules, which run once', `${tag('a', 'type="module"')}<p></p>${tag('b', 'type="module"')}`, ['a', 'b']],
  [
    'a classic script in a shadow tree',
    `<div id="x"></div><script>
      const root = document.getElementById('x').attachShadow({ mode: 'open' });
      root.append(document.createRange().createContextualFragment(${within(tag('a'))}));
    </script>`,
    ['a'],
  ],
  [
    'modules in a shadow tree within another, and beside it',
    `<div id="x"></div><script>
      const outer = document.getElementById('x').attachShadow({ mode: 'open' });
      outer.append(document.createElement('div'));
      const inner = outer.firstChild.attachShadow({ mode: 'open' });
      inner.append(document.createRange().createContextualFragment(${within(tag('a', 'type="module"'))}));
    </script>${tag('b', 'type="module"')}`,
    ['a', 'b'],
  ],
  [
    'a script that is evaluated',
    `<div id="x"></div><script>
      fetch('/portal.js').then((reply) => reply.text()).then((text) => {
        document.getElementById('x').innerHTML = ${within(tag('a'))};
        (0, eval)(text);
      });
    </script>`,
    ['a'],
  ],
  [
    'a script that is evaluated before its place is there',
    `<div id="x"></div><script>
      fetch('/portal.js').then((reply) => reply.text()).then((text) => {
        (0, eval)(text);
        addEventListener('load', () => { document.getElementById('x').innerHTML = ${within(tag('a'))}; });
        if (document.readyState === 'complete') dispatchEvent(new Event('load'));
      });
    </script>`,
    ['a'],
  ],
  [
    'a script that a tag manager adds to the head when the page is there',
    `<script>addEventListener('load', () => {
      const added = document.createElement('script');
      Object.assign(added, { src: '/portal.js', async: true });
      added.dataset.portal = 'a';
      document.head.append(added);
    })</script>`,
    ['a'],
  ],
  [
    'a module whose second place comes with another view, and goes and comes back',
    `${tag('a', 'type="module"')}<div id="x"></div><script>addEventListener('load', () => {
      const place = document.createRange().createContextualFragment(${within(tag('b', 'type="module"'))}).firstChild;
      const view = document.getElementById('x');
      view.append(place);
      requestAnimationFrame(() => { place.remove(); view.append(place); });
    })</script>`,
    ['a', 'b'],
  ],
  [
    'a module beside one that a consent manager holds back',
    `${tag('b', 'type="text/plain"')}${tag('a', 'type="module"')}${tag('b', 'nomodule')}`,
    ['a'],
  ],
  [
    'a module beside what another installation has left there and never ran',
    `<div id="x"></div><script>
      document.getElementById('x').innerHTML =
        ${within('<script src="https://other.example/portal.js" data-portal="b"></script>')};
    </script>${tag('a', 'type="module"')}`,
    ['a'],
  ],
  [
    'a module whose place is in an element that is defined later, when all is loaded',
    `<late-place></late-place>${tag('b', 'type="module"')}<script>addEventListener('load', () => {
      customElements.define('late-place', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = ${within(tag('a', 'type="module"'))};
        }
      });
    })</script>`,
    ['a', 'b'],
  ],
  [
    'a module whose place is in a shadow tree that comes before all is loaded',
    `<div id="x"></div>${tag('b', 'type="module"')}<script>addEventListener('DOMContentLoaded', () => {
      document.getElementById('x').attachShadow({ mode: 'open' }).innerHTML = ${within(tag('a', 'type="module"'))};
    })</script>`,
    ['a', 'b'],
  ],
];

describe('the script of a portal in pages as tools write them', () => {
  const { opened: site, page, visit: open } = journey(openHostSite, { asksOthers: true });
  const said: string[] = [];
  before(async () => {
    const headers = { 'content-type': 'text/javascript' };
    site.pages.set('/portal.js', { html: await readFile(script, 'utf8'), headers });
    for (const portal of ['a', 'b']) site.pages.set(`/portal/${portal}`, { html: hostHtml('') });
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', ({ message }) => said.push(message));
  });

  async function visit(embedded: string): Promise<void> {
    said.length = 0;
    site.pages.set('/', { html: hostHtml(embedded) });
    await open('');
  }

  const framesThere = (): string[] =>
    page
      .frames()
      .slice(1)
      // One that has just come has no address yet.
      .flatMap((frame) => (URL.canParse(frame.url()) ? new URL(frame.url()).pathname : []))
      .toSorted();

  for (const [name, embedded, portals] of kinds)
    it(`creates one frame per portal, when embedded by ${name}`, async () => {
      await visit(embedded);
      const wanted = portals.map((portal) => `/portal/${portal}`);
      // Frames of shadow trees are none of the window's.
      await eventually(async () => framesThere().length >= wanted.length || undefined, 'the frames');
      await page.waitForLoadState('networkidle');
      assert.deepEqual(framesThere(), wanted);
      assert.deepEqual(
        said.filter((text) => !text.startsWith('Lectern: no <script')),
        [],
      );
    });

  it('says in a word that it finds no place, in a closed shadow tree and where there is none', async () => {
    const closed = `<div id="x"></div><script>
      document.getElementById('x').attachShadow({ mode: 'closed' })
        .append(document.createRange().createContextualFragment(${within(tag('a'))}));
    </script>`;
    for (const embedded of [
      closed,
      '<script type="module" src="/portal.js"></script>',
      '<script src="/portal.js"></script>',
    ]) {
      const word = page.waitForEvent('console');
      await visit(embedded);
      assert.match((await word).text(), /^Lectern: no <script src=.+ closed shadow tree/, embedded);
      assert.deepEqual(framesThere(), []);
    }
  });
});
