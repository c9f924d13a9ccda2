import type { LanguageFacts } from './language.ts';
import { phrasingForLanguage } from './phrasing.ts';

/** 'a, b and c' in a language; unknown ones and those without spaces have their own marks. */
export function formatList(items: readonly string[], { code, and }: LanguageFacts): string {
  if (items.length < 2) return items[0] ?? '';
  const comma = phrasingForLanguage(code)?.comma;
  if (comma !== undefined) return items.join(comma);
  if (and === '·') return items.join(' · ');
  // 'Salt and pepper, and flour': without the comma the last two would be one.
  const last = items.some((item) => item.includes(` ${and} `)) ? `, ${and}` : ` ${and}`;
  return `${items.slice(0, -1).join(', ')}${last} ${items.at(-1)}`;
}
