import { type RecordingForm, detectRecordingForm } from './recording-form.ts';
import { formatList, phrasingForLanguage } from './phrasing.ts';
import { capitaliseStart } from './spelling.ts';
import {
  type RecordingMaterial,
  selectLongestTopics,
  chooseMainSubject,
  type Topic,
  findRecurringTopics,
  removeSimilarTopics,
} from './topics.ts';
import type { LanguageFacts } from './language.ts';
import { describeMainPoints } from './describe-by-points.ts';
import { describeEnglish } from './english-description.ts';

/** More are not listed. */
const NAMES = 4;

/** How long it is, what form it has, who speaks of what. */
export function describeSession(
  { language, duration, names, speech }: RecordingMaterial,
  topics: readonly string[],
): string {
  const phrasing = phrasingForLanguage(language.code)!;
  const form: RecordingForm | undefined = language.code === 'en' ? detectRecordingForm(speech.sentences) : undefined;
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

/**
 * How it goes from the beginning to the end: what is claimed in its main chapters, in their order, each by its topic.
 */
export function summarise(material: RecordingMaterial): string {
  const { language } = material;
  const topics = findRecurringTopics(material);
  const course = phrasingForLanguage(language.code)?.course;
  if (language.code === 'en') return describeMainPoints(material, topics).join(' ');
  const told = course === undefined ? [] : courseOf(material, topics, course);
  // A recording with one chapter has no course to describe.
  if (course !== undefined && told.length === 0) {
    const subject = chooseMainSubject(material, topics);
    if (subject.length > 0) told.push(describeSession(material, subject));
  }
  return [...told, ...material.sentences.slice(0, course === undefined ? undefined : 3).map(({ text }) => text)].join(
    isUnspaced(language) ? '' : ' ',
  );
}

export const isUnspaced = ({ code }: LanguageFacts): boolean => code === 'zh' || code === 'ja';

/** The first chapter, the longest between, the last. */
function courseOf(
  { language }: RecordingMaterial,
  topics: readonly Topic[],
  course: (first: string, then: string, further: string, last: string) => string[],
): string[] {
  if (topics.length < 2) return [];
  const between = selectLongestTopics(topics.slice(1, -1), topics.length <= 8 ? 4 : 6);
  const told = [topics[0]!, ...between, topics.at(-1)!].map(({ topic }) => topic);
  const half = told.length > 4 ? 1 + Math.ceil((told.length - 2) / 2) : told.length - 1;
  return course(
    told[0]!,
    formatList(told.slice(1, half), language),
    formatList(told.slice(half, -1), language),
    told.at(-1)!,
  );
}

/** Topics beside the subject, and those told after them. */
const TOPICS = { beside: 2, more: 4 };

/** Describes subjects, speakers and learnings in a few sentences for a catalogue. */
export function describeRecording(material: RecordingMaterial): string {
  const { language, speech } = material;
  if (language.code === 'en') return describeEnglish(material);
  const phrasing = phrasingForLanguage(language.code);
  const told = findRecurringTopics(material);
  const longest = selectLongestTopics(told, TOPICS.beside + TOPICS.more + 1).map(({ topic }) => topic);
  const [subject, ...topics] = removeSimilarTopics([...chooseMainSubject(material, told), ...longest], speech);
  if (phrasing === undefined)
    return capitaliseStart(formatList([subject ?? '', ...topics].slice(0, 5), language), speech.spellings);
  if (subject === undefined) return '';
  // Lists further topics too, because viewers look for their own subject.
  const rest = topics.slice(TOPICS.beside, TOPICS.beside + TOPICS.more);
  return [
    describeSession(material, [subject, ...topics.slice(0, TOPICS.beside)]),
    ...(rest.length > 0 ? [phrasing.learn(formatList(rest, language))] : []),
  ].join(isUnspaced(language) ? '' : ' ');
}
