import { source, type PortalMessage } from './messages.ts';

/**
 * Embeds a portal frame at the script's place and fits its height. CSP: allow this origin's script and frame. Modules,
 * evaluated code and shadow trees search for places.
 */
const places = 'script[data-portal][src*="/portal.js"]';

const script = document.currentScript;
/** Where this copy came from. What is evaluated does not know, and takes it from the first of its places. */
let own = originOf(script instanceof HTMLScriptElement ? script.src : addressIn(new Error().stack));
if (script instanceof HTMLScriptElement && script.dataset.portal !== undefined) show(script);
else lookFor();

/** A module is told where it is by its own errors alone. */
function addressIn(stack = ''): string {
  return /https?:\/\/[^\s()@]+\/portal\.js/.exec(stack)?.[0] ?? '';
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Whether a browser would run it: what a consent manager holds back has another type. */
function runs({ type, noModule }: HTMLScriptElement): boolean {
  return !noModule && /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script\b.*)?$/i.test(type);
}

/** Whether it is a place of this copy, and of no other installation's. */
function isPlace(element: Element): element is HTMLScriptElement {
  if (!element.matches(places) || !runs(element as HTMLScriptElement)) return false;
  const origin = originOf((element as HTMLScriptElement).src);
  return origin === (own ??= origin);
}

/** Places that have their frame, for every run of this script in the page. */
function taken(): WeakSet<Element> {
  const page = window as unknown as Record<symbol, WeakSet<Element> | undefined>;
  return (page[Symbol.for('lectern.portals')] ??= new WeakSet());
}

function lookFor(): void {
  let found = false;
  const roots = new Set<Document | ShadowRoot>();
  const awaited = new Set<string>();
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) look(node);
  });
  function watch(root: Document | ShadowRoot): void {
    if (roots.has(root)) return;
    roots.add(root);
    observer.observe(root, { childList: true, subtree: true });
    look(root);
    lookForRoots(root);
  }
  function look(top: Document | ShadowRoot | Element): void {
    const all: Element[] = [...top.querySelectorAll(places)];
    if (top instanceof Element) all.unshift(top);
    for (const place of all.filter(isPlace)) {
      found = true;
      show(place);
    }
    if (top instanceof Element && top.shadowRoot) watch(top.shadowRoot);
    // These may get their shadow trees when they are defined.
    for (const { localName } of top.querySelectorAll(':not(:defined)')) {
      if (awaited.has(localName)) continue;
      awaited.add(localName);
      void customElements.whenDefined(localName).then(lookForAllRoots);
    }
  }
  function lookForRoots(root: Document | ShadowRoot): void {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot);
  }
  const lookForAllRoots = (): void => {
    for (const root of roots) lookForRoots(root);
  };
  watch(document);
  const atLoad = (): void => {
    lookForAllRoots();
    if (!found)
      console.warn(
        'Lectern: no <script src="…/portal.js" data-portal="…"> is in this page, or a closed shadow tree hides it. The portal is shown as soon as there is one.',
      );
  };
  if (document.readyState === 'complete') atLoad();
  else addEventListener('load', atLoad);
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
      // Resizes only below the visible part or after a click, so content in view does not move by itself.
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
