/**
 * How many letters too many, too few, other ones, and neighbours that stand the wrong way round tell two names apart.
 */
function differences(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let n = 1; n <= one.length; n += 1) {
    const [above, row] = [rows[n - 1]!, [n]];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = above[at - 1]! + (one[n - 1] === other[at - 1] ? 0 : 1);
      const swapped =
        n > 1 && at > 1 && one[n - 1] === other[at - 2] && one[n - 2] === other[at - 1]
          ? rows[n - 2]![at - 2]! + 1
          : Infinity;
      row.push(Math.min(replaced, swapped, above[at]! + 1, row[at - 1]! + 1));
    }
    rows.push(row);
  }
  return rows.at(-1)!.at(-1)!;
}

/** Letters of the shortest name in which two may be wrong: of shorter ones too many are other programs'. */
const long = 10;

/** The setting that a name is nearly, if it is one's; upper and lower case are one mistake in all. */
function nearest(name: string, ours: readonly string[]): string | undefined {
  const most = name.length < long ? 1 : 2;
  const near = ours
    .filter((each) => Math.abs(each.length - name.length) <= most)
    .map((each) => ({ each, apart: differences(name.toUpperCase(), each) }))
    .toSorted((one, other) => one.apart - other.apart)[0];
  return near && near.apart <= most ? near.each : undefined;
}

/**
 * Returns a line per unknown variable that resembles a setting. It only warns, because the environment and `.env` may
 * hold variables of other programs.
 */
export const misspelt = (names: readonly string[], ours: readonly string[]): string[] =>
  names
    .filter((name) => !ours.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, ours);
      return meant === undefined ? [] : [`${name} is not a setting and changes nothing. Is ${meant} meant?`];
    });

type Env = Readonly<Record<string, string | undefined>>;

/** Each old name of a setting with its new one. */
export const renamedSettings: Readonly<Record<string, string>> = {
  STORAGE: 'STORAGE_BACKEND',
  MEDIA: 'MEDIA_BACKEND',
  MUX_SERVER: 'MUX_BASE_URL',
  SPEECH_KEY: 'SPEECH_API_KEY',
  SPEECH_URL: 'SPEECH_BASE_URL',
  SPEECH_LANGUAGE: 'RECORDING_LANGUAGE',
  LANGUAGE: 'LANGUAGE_ENGINE',
  LANGUAGE_CONTEXT: 'LANGUAGE_CONTEXT_TOKENS',
  LANGUAGE_TIMEOUT: 'LANGUAGE_TIMEOUT_SECONDS',
  MAX_FILE_SIZE: 'MAX_UPLOAD_BYTES',
  CACHE_SIZE: 'CACHE_MAX_BYTES',
};

/** Locales as systems name them: `de`, `en_US:en`, `pt_BR.UTF-8`, `ca@valencia`. */
const locales = /^(?:C|POSIX|[a-z]{2,3})(?:_[A-Z]{2})?(?:\.[\w-]+)?(?:@\w+)?(?::|$)/;

/** Systems keep the user's locales in `LANGUAGE`; any other value of it is meant for us. */
export const isLocale = (name: string, value: string): boolean => name === 'LANGUAGE' && locales.test(value.trim());

const findOldNames = (env: Env): [old: string, name: string][] =>
  Object.entries(renamedSettings).filter(([old]) => env[old]?.trim() && !isLocale(old, env[old]));

/** Moves values from old names to new ones. Calls `refuse` where both are set and differ. */
export function applyNewNames(env: Env, refuse: (line: string) => never): Env {
  const moved = { ...env };
  for (const [old, name] of findOldNames(env)) {
    if (env[name] && env[name] !== env[old])
      refuse(`${old}, ${name}: are the old and the new name of one setting and differ. Remove ${old}.`);
    moved[name] = env[old];
  }
  return moved;
}

/** Returns at most one line, for all old names. */
export function warnOfOldNames(env: Env): string[] {
  const pairs = findOldNames(env).map(([old, name]) => `${old} is now ${name}`);
  return pairs.length > 0 ? [`Settings have new names; the old ones are still read: ${pairs.join(', ')}.`] : [];
}

/** Names settings in a text as the operator wrote them. */
export const restoreOldNames = (text: string, env: Env): string =>
  findOldNames(env)
    .filter(([, name]) => !env[name])
    .reduce((told, [old, name]) => told.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), old), text);
