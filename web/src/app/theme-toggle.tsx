import { Moon, Sun } from 'lucide-react';
import { keepText } from '../ui/local-storage.ts';
import { createStore } from '../ui/store.ts';

type Theme = 'light' | 'dark';

/** The same key as in public/theme.js, which applies it before the first paint. */
const key = 'lectern.theme';
const root = document.documentElement;
const shown = createStore<Theme>(root.classList.contains('dark') ? 'dark' : 'light');

function apply(theme: Theme): void {
  root.classList.toggle('dark', theme === 'dark');
  shown.set(theme);
}

addEventListener('storage', (event) => {
  if (event.key === key) apply(event.newValue === 'dark' ? 'dark' : 'light');
});

export function chooseTheme(theme: Theme): void {
  apply(theme);
  keepText(key, theme);
}

/** Light unless the person chose otherwise. */
export const useTheme = shown.use;

export function ThemeToggle() {
  const dark = useTheme() === 'dark';
  const label = dark ? 'Switch to light theme' : 'Switch to dark theme';
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
      className="grid size-9 shrink-0 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-[1.125rem]" />
    </button>
  );
}
