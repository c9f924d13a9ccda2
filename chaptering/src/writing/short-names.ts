/** Suffixes after a name that are no part of it: 'Suzy Davies AM'. */
const AFTER = /^(?:AM|MP|MS|PhD|Jr\.?|Sr\.?|[IVX]+)$/;

/**
 * Returns the last name: 'Miller' for 'Anna Miller', 'van Dam' for 'Jan van Dam'. Keeps the full name if it is one
 * word or others share it.
 */
export function shortName(name: string, names: readonly string[]): string {
  const last = lastOf(name);
  const isShared = names.some(
    (other) => other !== name && ` ${other} `.toLowerCase().includes(` ${last.toLowerCase()} `),
  );
  return last === '' || isShared ? name : last;
}

function lastOf(name: string): string {
  const words = name.split(' ');
  while (words.length > 1 && AFTER.test(words.at(-1)!)) words.pop();
  if (words.length < 2 || !/^\p{Lu}[\p{L}’'-]{2,}$/u.test(words.at(-1)!)) return '';
  let from = words.length - 1;
  while (from > 1 && /^\p{Ll}{2,3}$/u.test(words[from - 1]!)) from--;
  return words.slice(from).join(' ');
}
