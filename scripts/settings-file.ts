import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Matches system language names: `de`, `en_US:en`, `pt_BR.UTF-8`, `ca@valencia`. */
const locales = /^(?:C|POSIX|[a-z]{2,3})(?:_[A-Z]{2})?(?:\.[\w-]+)?(?:@\w+)?(?::|$)/;

/**
 * Adds settings from `.env`; the environment takes precedence. Systems use `LANGUAGE` for the user's locales, so a
 * locale there is not a setting.
 */
export function readSettingsFile(env: NodeJS.ProcessEnv = process.env): void {
  if (locales.test(env.LANGUAGE ?? '')) delete env.LANGUAGE;
  if (!existsSync('.env')) return;
  for (const [name, value] of Object.entries(parseEnv(textOf(readFileSync('.env'))))) env[name] ??= value;
}

/** Editors begin a text with a mark of its encoding, which Node takes for a letter of the first name. */
function textOf(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file .env is no text in UTF-8. Save it again with this encoding.');
  }
}
