const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
let codes: Map<string, string> | undefined;

function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const found = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)?.toLowerCase();
    if (name && !found.has(name)) found.set(name, code);
  }
  return found;
}

/** The code of a language that a server names in English ("german"), or gives as a code already. */
export function languageCode(name: string | undefined): string | undefined {
  const plain = name?.trim().toLowerCase();
  if (!plain) return undefined;
  if (/^[a-z]{2,3}(-[a-z0-9]+)*$/.test(plain)) return plain;
  return (codes ??= codesByName()).get(plain);
}
