import type { Language } from './language.ts';
import { phrasingOf } from './phrasing.ts';

/** 'a, b and c' in a language; unknown ones and those without spaces have their own marks. */
export function listed(items: readonly string[], { code, and }: Language): string {
  if (items.length < 2) return items[0] ?? '';
  const comma = phrasingOf(code)?.comma;
  if (comma !== undefined) return items.join(comma);
  if (and === '·') return items.join(' · ');
  // 'Salt and pepper, and flour': without the comma the last two would be one.
  const last = items.some((item) => item.includes(` ${and} `)) ? `, ${and}` : ` ${and}`;
  return `${items.slice(0, -1).join(', ')}${last} ${items.at(-1)}`;
}
