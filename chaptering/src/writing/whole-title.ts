import { stem, stemsIn } from '../terms.ts';
import { questionAtFirst } from './find-questions.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { detectShowOrMeeting } from './recording-form.ts';
import { programmeOf } from './programme.ts';
import type { SpeechProfile } from './speech.ts';
import { capitaliseStart } from './spelling.ts';
import {
  chooseBestPhrase,
  removeSimilarTopics,
  selectLongestTopics,
  type RecordingMaterial,
  findRecurringTopics,
} from './topics.ts';

/** Characters of a title of the whole at most. */
const LONGEST = 110;
/** Words of a subject that stands in it. */
const WORDS = 9;
/** Subjects named where there is no single one. */
const SUBJECTS = 3;

/**
 * Titles an English recording by its announcement, after any number; else by its opening question; else by its main
 * subjects, because one alone is often a detail.
 */
export function titleOfWhole(material: RecordingMaterial): string | undefined {
  const { speech, announced } = material;
  const number = announced !== undefined && /#\d/.test(announced.text) ? announced.text : undefined;
  const occasion = detectShowOrMeeting(speech.sentences);
  const before =
    number ?? (programmeOf(speech).length === 0 && occasion?.kind === 'meeting' ? bodyOf(occasion.of) : undefined);
  const names = namesOf(material, before).filter((name) => before === undefined || !isPartOf(name, before));
  if (before === undefined) return names.length === 0 ? undefined : capitaliseStart(joined(names), speech.spellings);
  const fitting = names.filter((_, n) => before.length + joined(names.slice(0, n + 1)).length < LONGEST);
  return fitting.length === 0 ? before : `${before}: ${joined(fitting)}`;
}

const bodyOf = (name: string): string => capitaliseStart(name.replace(/^the (?:House of \w+ )?/, ''));

function namesOf(material: RecordingMaterial, before: string | undefined): string[] {
  const { speech, announced, spans } = material;
  const programme = programmeOf(speech).flatMap((item) => shortenProgrammeItem(item) ?? []);
  if (programme.length > 0) return withinLength(programme.slice(0, SUBJECTS));
  const topics = selectLongestTopics(findRecurringTopics(material), SUBJECTS).map(({ topic }) =>
    topic.replace(/^(?:an?|the) /, ''),
  );
  if (before !== undefined) return topics;
  const asked = questionAtFirst(speech);
  if (asked !== undefined) return [asked];
  if (announced !== undefined && announced.stems.length > 0) return [announced.text];
  const best = chooseBestPhrase(spans)?.text;
  const called = mainNames(speech).filter((name) => best === undefined || !isPartOf(name, best));
  const names = removeSimilarTopics([...(best === undefined ? [] : [best]), ...called.slice(0, 1), ...topics], speech);
  return withinLength(names.filter((name, n) => n === 0 || !isPartOf(name, names[0]!)).slice(0, SUBJECTS));
}

function withinLength(names: readonly string[]): string[] {
  const kept = names.filter((_, n) => joined(names.slice(0, n + 1)).length <= LONGEST);
  return kept.length > 0 ? kept : names.slice(0, 1);
}

function isPartOf(name: string, other: string): boolean {
  const stems = new Set(stemsIn(other));
  return stemsIn(name).every((word) => stems.has(word));
}

function joined(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}

const LOOSE =
  /^(?:an?|the|some|very|exotic|newly|released|multiple|proposed|recent|following|long-awaited|(?:a )?discussions? (?:of|about|on|around)|ideas? (?:of|about|for)|(?:a )?(?:work|proposals?|series|handful|news items?|monthly segment|overview) (?:on|of|for|about)|introduction to|paper about|field report from|usual|regular|(?:an? )?inquiry into) /iu;
const GOES_ON =
  /,? (?:that|that['’]s|which|who|following|being|called|titled|in order to|in the series|in the market|from the|from our|with \p{Lu}|and (?:how|its|their|some|also|trying|associated)|as well as|using|based on|by \p{Lu}|in addition)(?: .*|$)/u;

/** A matter in the few words that name it. */
export function shortenProgrammeItem(item: string): string | undefined {
  let name = item.replace(/ \([A-Z\d-]*\)/gu, '').replace(/ that (?:was|is|were|are) (?=in |about |of )/u, ' ');
  for (let cut = name.replace(LOOSE, ''); cut !== name; cut = name.replace(LOOSE, '')) name = cut;
  name = name
    .replace(GOES_ON, '')
    .replace(/, (?!and )[^,]*$/u, '')
    .trim();
  const count = name.split(' ').length;
  // 'Thread', 'bug' say too little without what follows.
  if (count === 1 && name === name.toLowerCase() && item.split(' ').length > 2) return undefined;
  return name === '' || count > WORDS || name.length > 70 ? undefined : name;
}

/** Said in so many of the passages, a name is what it is about. */
const THROUGHOUT = 0.4;

/** Names that are said throughout, of no person who speaks, most often said first. */
function mainNames(speech: SpeechProfile): string[] {
  const { counts, spread, profiles, speakers, spellings } = speech;
  return [...spellings]
    .flatMap(([lower, name]) => {
      const key = stem(lower);
      const profile = profiles.get(key);
      const isName = profile !== undefined && profile.capital * 2 > profile.count && name.length > 2;
      const isSomebody = speakers.has(key) || GIVEN_NAMES.has(lower);
      return isName && !isSomebody && (spread.get(key) ?? 0) >= THROUGHOUT
        ? [{ name, count: counts.get(key) ?? 0 }]
        : [];
    })
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ name }) => wholeName(name, speech));
}

/** 'Alps' of the 'Bernese Alps': with the name that mostly stands before it. */
function wholeName(name: string, { tokens }: SpeechProfile): string {
  const before = new Map<string, number>();
  let all = 0;
  for (const sentence of tokens)
    sentence.forEach((token, at) => {
      if (token.word !== name) return;
      all++;
      const other = token.breaks ? undefined : sentence[at - 1]?.word;
      if (other !== undefined && /^\p{Lu}/u.test(other) && at > 1) before.set(other, (before.get(other) ?? 0) + 1);
    });
  const [most] = [...before].toSorted((a, b) => b[1] - a[1]);
  return most !== undefined && most[1] * 2 > all ? `${most[0]} ${name}` : name;
}
