import { existsSync } from 'node:fs';

/** What systems call their languages: `de`, `en_US:en`, `pt_BR.UTF-8`, `ca@valencia`. */
const locales = /^(?:C|POSIX|[a-z]{2,3})(?:_[A-Z]{2})?(?:\.[\w-]+)?(?:@\w+)?(?::|$)/;

/**
 * Adds the settings of the file `.env` to the environment, which goes before it. Systems keep the languages of whoever
 * sits before them in a variable that has the name of one of our settings: such a value is none of ours.
 */
export function readSettingsFile(env: NodeJS.ProcessEnv = process.env): void {
  if (locales.test(env.LANGUAGE ?? '')) delete env.LANGUAGE;
  // Node's own option for it says at every start that there is no such file.
  if (existsSync('.env')) process.loadEnvFile('.env');
}
