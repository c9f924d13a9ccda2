// Runs before the first paint, so that a saved dark theme never flashes white.
try {
  if (localStorage.getItem('lectern.theme') === 'dark') document.documentElement.classList.add('dark');
} catch {
  // Storage is refused in some private windows: the default theme stays.
}
