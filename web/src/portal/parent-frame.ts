import { source, type PortalMessage } from './embed/messages.ts';

type Told<T> = T extends unknown ? Omit<T, 'source' | 'portal'> : never;

/** Tells the page around the frame, if there is one. Nothing secret is said: every page may listen. */
export function postToParentFrame(portal: string, message: Told<PortalMessage>): void {
  if (window.parent !== window) window.parent.postMessage({ source, portal, ...message }, '*');
}

/** Milliseconds after a click or key in which browsers count no shift of the layout (CLS leaves out 500 ms). */
const answerTime = 450;

/** Keeps the page around informed of the height of this one and of what search engines may read. */
export function reportToParentFrame(portal: string): void {
  if (window.parent === window) return;
  let actedAt = -Infinity;
  for (const event of ['click', 'keydown'])
    addEventListener(event, () => (actedAt = performance.now()), { capture: true, passive: true });
  const body = document.body;
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    postToParentFrame(portal, { type: 'size', height, acted: performance.now() - actedAt < answerTime });
  }).observe(body);
  const json = document.querySelector('script[type="application/ld+json"]')?.textContent;
  if (json) postToParentFrame(portal, { type: 'structured-data', json });
}
