import { describeEnglish } from './english-description.ts';
import { isUnspaced } from './whole-summary.ts';
import { listed } from './listed.ts';
import { phrasingOf } from './phrasing.ts';
import { sessionOf } from './session.ts';
import { capitalised } from './spelling.ts';
import { distinct, longestOf, type Material, subjectOf, topicsOf } from './topics.ts';

/** Topics beside the subject, and those told after them. */
const TOPICS = { beside: 2, more: 4 };

/** Describes subjects, speakers and learnings in a few sentences for a catalogue. */
export function describe(material: Material): string {
  const { language, speech } = material;
  if (language.code === 'en') return describeEnglish(material);
  const phrasing = phrasingOf(language.code);
  const told = topicsOf(material);
  const longest = longestOf(told, TOPICS.beside + TOPICS.more + 1).map(({ topic }) => topic);
  const [subject, ...topics] = distinct([...subjectOf(material, told), ...longest], speech);
  if (phrasing === undefined)
    return capitalised(listed([subject ?? '', ...topics].slice(0, 5), language), speech.spellings);
  if (subject === undefined) return '';
  // Lists further topics too, because viewers look for their own subject.
  const rest = topics.slice(TOPICS.beside, TOPICS.beside + TOPICS.more);
  return [
    sessionOf(material, [subject, ...topics.slice(0, TOPICS.beside)]),
    ...(rest.length > 0 ? [phrasing.learn(listed(rest, language))] : []),
  ].join(isUnspaced(language) ? '' : ' ');
}
