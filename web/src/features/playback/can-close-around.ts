/**
 * Whether a row can stay where it is on the screen while the open chapters around it close. Scrolling has to make up for
 * those above it, and at the beginning and the end of the list it cannot.
 */
export function canCloseAround(pressed: Element, list: HTMLElement, ownScroll: boolean): boolean {
  const { scrollTop, scrollHeight, clientHeight } = ownScroll ? list : document.documentElement;
  let above = 0;
  let all = 0;
  for (const details of list.querySelectorAll<HTMLElement>('ol > li > [id^="chapter-"]:not([hidden])')) {
    if (details.parentElement?.contains(pressed)) continue;
    all += details.offsetHeight;
    if (details.compareDocumentPosition(pressed) & Node.DOCUMENT_POSITION_FOLLOWING) above += details.offsetHeight;
  }
  return scrollTop >= above && scrollTop - above + clientHeight <= scrollHeight - all;
}
