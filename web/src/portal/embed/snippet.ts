import { source, type PortalMessage } from './messages.ts';

/**
 * The script a customer's page loads: puts a frame in its place and keeps it as high as what it shows. It has no
 * dependency, keeps nothing, and needs of the page's Content-Security-Policy only that this origin may give it a
 * script and a frame.
 *
 * A classic script knows its place. A module, which runs once for all of its places, what is evaluated, and what stands in
 * a shadow tree look for theirs, and for those that are added later.
 */
const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.dataset.portal !== undefined) show(script);
else lookFor();

function isPlace(element: Element): element is HTMLScriptElement {
  return element.matches('script[data-portal][src*="/portal.js"]');
}

/** Places that have their frame, for every run of this script in the page. */
function taken(): WeakSet<Element> {
  const page = window as unknown as Record<symbol, WeakSet<Element> | undefined>;
  return (page[Symbol.for('lectern.portals')] ??= new WeakSet());
}

function lookFor(): void {
  let found = false;
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) look(node);
  });
  const watch = (root: Document | ShadowRoot): void => {
    observer.observe(root, { childList: true, subtree: true });
    for (const element of root.children) look(element);
  };
  function look(top: Element): void {
    for (const element of [top, ...top.querySelectorAll('*')]) {
      if (element.shadowRoot) watch(element.shadowRoot);
      if (!isPlace(element)) continue;
      found = true;
      show(element);
    }
  }
  watch(document);
  const say = (): void => {
    if (!found)
      console.warn(
        'Lectern: no <script src="…/portal.js" data-portal="…"> is in this page, or a closed shadow tree hides it. The portal is shown as soon as there is one.',
      );
  };
  if (document.readyState === 'complete') say();
  else addEventListener('load', say);
}

function show(place: HTMLScriptElement): void {
  if (taken().has(place)) return;
  taken().add(place);
  const { portal, video, theme, title } = place.dataset;
  if (!portal || !place.src) return console.error('Lectern: the portal’s script needs its src and its data-portal.');
  const { origin } = new URL(place.src);
  const frame = document.createElement('iframe');
  frame.src = `${origin}/portal/${portal}${video ? `/${video}` : ''}`;
  frame.title = title ?? 'Webinars';
  // Read by the portal on each of its pages; it keeps nothing itself.
  frame.name = `lectern${theme ? ` theme=${theme}` : ''}`;
  frame.allow = 'fullscreen; clipboard-write; picture-in-picture';
  // The script's own style has kept the room free; the frame takes exactly that.
  const room = place.getBoundingClientRect().height;
  frame.style.cssText = 'display:block;width:100%;border:0;color-scheme:normal;min-height:320px';
  frame.style.height = room > 0 ? `${room}px` : 'min(85vh, 860px)';
  if (place.closest('head')) {
    // One that a tag manager adds later finds the body there.
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => document.body.append(frame));
    else document.body.append(frame);
  } else {
    place.after(frame);
    place.style.display = 'none';
  }
  listen(frame, origin);
}

function listen(frame: HTMLIFrameElement, origin: string): void {
  let data: HTMLScriptElement | undefined;
  addEventListener('message', (event: MessageEvent<PortalMessage | undefined>) => {
    // Within a sandbox the frame's origin is opaque; its window is the proof either way.
    if (event.source !== frame.contentWindow || (event.origin !== origin && event.origin !== 'null')) return;
    const message = event.data;
    if (message?.source !== source) return;
    if (message.type === 'size') {
      // What a visitor looks at does not move by itself: only below the fold, or as the answer to a click.
      if (message.acted || frame.getBoundingClientRect().top >= innerHeight)
        frame.style.height = `${Math.min(Math.max(message.height, 320), 30_000)}px`;
    } else if (message.type === 'structured-data') {
      data ??= document.createElement('script');
      data.type = 'application/ld+json';
      data.textContent = message.json;
      document.head.append(data);
    } else {
      const { source: _, type, ...detail } = message;
      frame.dispatchEvent(new CustomEvent(`lectern:${type}`, { bubbles: true, detail }));
    }
  });
}
