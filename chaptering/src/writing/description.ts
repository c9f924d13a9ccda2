import { takeawayOf } from './takeaway.ts';
import { isUnspaced } from './whole-summary.ts';
import { listed } from './listed.ts';
import { phrasingOf } from './phrasing.ts';
import { sessionOf } from './session.ts';
import { capitalised } from './spelling.ts';
import { distinct, longestOf, type Material, subjectOf, type Topic, topicsOf } from './topics.ts';

/** Topics beside the subject, and those told after them. */
const TOPICS = { beside: 3, more: 4 };

/** What it is about, who speaks, and what one takes along, in two or three sentences for a catalogue. */
export function describe(material: Material): string {
  const { language, speech } = material;
  const phrasing = phrasingOf(language.code);
  const told = topicsOf(material);
  const longest = longestOf(withoutNumbers(told), TOPICS.beside + TOPICS.more).map(({ topic }) => topic);
  const [subject, ...topics] = distinct([...subjectOf(material, told), ...longest], speech);
  if (phrasing === undefined)
    return capitalised(listed([subject ?? '', ...topics].slice(0, 5), language), speech.spellings);
  if (subject === undefined) return '';
  const claim = takeawayOf(material);
  const takeaway = phrasing.takeaway && claim ? phrasing.takeaway(claim.text) : undefined;
  // Who decides whether to watch looks for their subject: the further ones stand there as well.
  const beside = takeaway ? TOPICS.beside : TOPICS.beside - 1;
  const rest = topics.slice(beside, beside + TOPICS.more);
  return [
    sessionOf(material, [subject, ...topics.slice(0, beside)]),
    ...(rest.length > 0 ? [phrasing.learn(listed(rest, language))] : []),
    ...(takeaway ? [takeaway] : []),
  ].join(isUnspaced(language) ? '' : ' ');
}

/** A bare number tells a stranger nothing, unless there is little else. */
function withoutNumbers(topics: readonly Topic[]): readonly Topic[] {
  const others = topics.filter(({ topic }) => !/#\d/.test(topic));
  return others.length < 2 ? topics : others;
}
