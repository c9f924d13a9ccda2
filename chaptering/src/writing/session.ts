import { type Form, formOf } from './form.ts';
import { listed } from './listed.ts';
import { phrasingOf } from './phrasing.ts';
import { capitalised } from './spelling.ts';
import type { Material } from './topics.ts';

/** More are not listed. */
const NAMES = 4;

/** How long it is, what form it has, who speaks of what. */
export function sessionOf({ language, duration, names, speech }: Material, topics: readonly string[]): string {
  const phrasing = phrasingOf(language.code)!;
  const form: Form | undefined = language.code === 'en' ? formOf(speech.sentences) : undefined;
  const known = names.length <= NAMES ? names : phrasing.others ? [...names.slice(0, NAMES - 1), phrasing.others] : [];
  return capitalised(
    phrasing.session({
      minutes: Math.max(1, Math.round(duration / 60)),
      subjects: listed(topics, language),
      names: listed(known, language),
      many: known.length > 1,
      form,
    }),
  );
}
