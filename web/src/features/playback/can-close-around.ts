/**
 * Tells whether a row can keep its screen position while open chapters around it close. Near the list's start and end,
 * scrolling cannot compensate.
 */
export function canKeepRowPosition(pressed: Element, list: HTMLElement, ownScroll: boolean): boolean {
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
