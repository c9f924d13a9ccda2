import { describeEnglish } from './english-description.ts';
import { isUnspaced } from './whole-summary.ts';
import { formatList } from './listed.ts';
import { phrasingForLanguage } from './phrasing.ts';
import { describeSession } from './session.ts';
import { capitaliseStart } from './spelling.ts';
import {
  removeSimilarTopics,
  selectLongestTopics,
  type RecordingMaterial,
  chooseMainSubject,
  findRecurringTopics,
} from './topics.ts';

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
