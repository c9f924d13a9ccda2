/**
 * Fades in each child of a list once, on scrolling to it. Other children are simply visible: in print, in full-page
 * screenshots and without scripts.
 */
export function fadeIn(list: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      // A window that grows shows what is below it too.
      if (scrollY > 0)
        target.animate({ opacity: [0, 1], translate: ['0 12px', '0'] }, { duration: 500, easing: 'ease-out' });
    }
  });
  for (const child of list.children) observer.observe(child);
}
