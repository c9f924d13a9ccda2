import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isLocale, renamedSettings } from '../server/src/main/setting-names.ts';

/** The old and the new names of a setting, each with the other. */
const otherNames = new Map(
  Object.entries(renamedSettings).flatMap(
    ([old, name]) =>
      [
        [old, name],
        [name, old],
      ] as const,
  ),
);

/** Adds settings from `.env`; the environment takes precedence, by whichever of its names a setting is given. */
export function readSettingsFile(env: NodeJS.ProcessEnv = process.env): void {
  if (!existsSync('.env')) return;
  const given = new Set(Object.keys(env).filter((name) => env[name] !== undefined && !isLocale(name, env[name])));
  for (const [name, value] of Object.entries(parseEnv(textOf(readFileSync('.env')))))
    if (!given.has(name) && !given.has(otherNames.get(name) ?? name)) env[name] = value;
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
