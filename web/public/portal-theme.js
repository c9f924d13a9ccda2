// Before the first paint: the theme the owner chose, or the host page for this frame, or the visitor's own.
(() => {
  const root = document.documentElement;
  // The embed code makes its frame as high as the page; that of a preview stays as it is.
  if (/^lectern(?! preview)/.test(window.name)) root.dataset.unrolled = '';
  const theme = /theme=(auto|light|dark)/.exec(window.name)?.[1] ?? root.dataset.theme;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => root.classList.toggle('dark', theme === 'dark' || (theme === 'auto' && dark.matches));
  apply();
  dark.addEventListener('change', apply);
})();
