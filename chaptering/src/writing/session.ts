import { type Form, detectRecordingForm } from './form.ts';
import { formatList } from './listed.ts';
import { phrasingForLanguage } from './phrasing.ts';
import { capitaliseStart } from './spelling.ts';
import type { RecordingMaterial } from './topics.ts';

/** More are not listed. */
const NAMES = 4;

/** How long it is, what form it has, who speaks of what. */
export function describeSession(
  { language, duration, names, speech }: RecordingMaterial,
  topics: readonly string[],
): string {
  const phrasing = phrasingForLanguage(language.code)!;
  const form: Form | undefined = language.code === 'en' ? detectRecordingForm(speech.sentences) : undefined;
  const known = names.length <= NAMES ? names : phrasing.others ? [...names.slice(0, NAMES - 1), phrasing.others] : [];
  return capitaliseStart(
    phrasing.session({
      minutes: Math.max(1, Math.round(duration / 60)),
      subjects: formatList(topics, language),
      names: formatList(known, language),
      many: known.length > 1,
      form,
    }),
  );
}
