import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from './theme.ts';

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
