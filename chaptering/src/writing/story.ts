import { lexemeOf } from '../terms.ts';
import { inThirdPerson } from './claims.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { taggedWords } from './grammar.ts';
import { listed } from './listed.ts';
import { ended } from './phrasing.ts';
import { isPlainTitle } from './plain-titles.ts';
import type { Speech } from './speech.ts';
import { insideSentence } from './spelling.ts';
import { type Step, stepsOf } from './story-steps.ts';
import { type Material, subjectOf, type ToldChapter, type Topic } from './topics.ts';

/** With fewer sentences the parts are told by their names; so many of them. */
const FEW = 3;
const MOST_PARTS = 5;
/** Topics named together of which nothing is told. */
const MOST_NAMED = 4;

/** The course of an English recording: what is told of its main chapters in their order, each by its place and who said it. */
export function storyOf(material: Material, topics: readonly Topic[]): string[] {
  const topicOf = new Map<ToldChapter, string>(topics.map(({ chapter, topic }) => [chapter, topic]));
  const steps = stepsOf(material, topicOf);
  const told = sentencesOf(steps, material);
  if (told.length >= FEW) return told;
  // Where little is told, it is named what else there is.
  const isTold = (chapter: ToldChapter): boolean => steps.some((step) => step.chapter === chapter);
  const parts = material.chapters.filter(({ title }) => !isPlainTitle(title));
  if (parts.length > 2)
    return [...contentsOf(longest(parts, MOST_PARTS), material), ...sentencesOf(steps, material, IN_A_PART)];
  const left = topics.filter(({ chapter, topic }) => !isTold(chapter) && !/#\d/.test(topic));
  const named = left.slice(0, MOST_NAMED).map(({ topic }) => topic);
  if (named.length > 0) return [...told, ended(`It also takes up ${listed(named, material.language)}`)];
  return told.length > 0 ? told : subjectOf(material, topics).map((subject) => ended(`It is about ${subject}`));
}

/** The parts by their titles, each with what it speaks of beside them. */
function contentsOf(parts: readonly ToldChapter[], { language, speech }: Material): string[] {
  const named = parts.map(({ title, subjects }) => {
    const beside = listed(subjects(), language);
    const topic = insideSentence(title, speech);
    return beside === '' ? topic : `${topic} (${beside})`;
  });
  const between = named.slice(1, -1);
  return [
    ended(`It begins with ${named[0]!}`),
    ...(between.length > 0 ? [ended(`It goes on to ${listed(between, language)}`)] : []),
    ended(`It ends with ${named.at(-1)!}`),
  ];
}

const longest = (parts: readonly ToldChapter[], most: number): ToldChapter[] =>
  parts
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, most)
    .toSorted((a, b) => a.start - b.start);

const VERBS = ['explains', 'says', 'points out', 'notes'];
const PLACES = ['On', 'In the part on', 'As to', 'Turning to'];
const IN_A_PART = ['In the part on'];
const FRAMES = ['It goes into', 'From there it turns to', 'It goes on to', 'Then it takes up'];

/** Each by its place and by who said it. */
function sentencesOf(
  steps: readonly Step[],
  { speech, chapters, duration, names }: Material,
  places: readonly string[] = PLACES,
): string[] {
  const others = chapters.filter(({ title }) => !isPlainTitle(title));
  let turn = 0;
  let before: Step | undefined;
  let time: string | undefined;
  return steps
    .map((step, n) => {
      const { chapter, topic, told, isFirstOfIts } = step;
      const { text, isSpoken } = told;
      // Among people with names, who has none is told from them.
      const by = told.by ?? (names.length > 0 ? 'one speaker' : undefined);
      const isLed = topic !== undefined && isFirstOfIts;
      const isAgain = before?.chapter === chapter && before.told.by === by;
      before = step;
      const verb = told.isAsked ? 'asks' : isSpoken ? 'says' : isAgain ? 'adds' : VERBS[turn++ % VERBS.length]!;
      const said = isSpoken ? `: “${text}”` : ` that ${asClause(inThirdPerson(text), speech)}`;
      const who = by ?? 'one speaker';
      const whole = by === undefined && !isSpoken ? text : `${who} ${verb}${said}`;
      if (told.asked !== undefined && by !== undefined && !isSpoken) return `Asked “${told.asked}”, ${whole}`;
      if (!isLed) {
        if (by === undefined && !isSpoken) return text;
        const when = whenOf(chapter, duration);
        if (!isFirstOfIts) return whole;
        if (when === time) return `${who} also ${verb}${said}`;
        time = when;
        return `${when}, ${whole}`;
      }
      const isCourse = places === PLACES;
      const isFirst = isCourse && n === 0 && others[0] === chapter;
      const isLast = isCourse && n > 0 && n === steps.length - 1 && others.at(-1) === chapter;
      if (isFirst || isLast) return `${isFirst ? 'It begins with' : 'It ends with'} ${topic}: ${whole}`;
      return by === undefined && !isSpoken && isCourse
        ? `${FRAMES[n % FRAMES.length]!} ${topic}: ${text}`
        : `${places[n % places.length]!} ${topic}${by === undefined && !isSpoken ? ': ' : ', '}${whole}`;
    })
    .map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1));
}

/** A sentence behind 'that': its first word small, unless it is a name. */
function asClause(text: string, speech: Speech): string {
  const [word = ''] = /^\p{Lu}\p{Ll}+(?![\p{L}\d_])/u.exec(text) ?? [];
  const lower = word.toLowerCase();
  if (word === '' || speech.spellings.has(lower)) return insideSentence(text, speech);
  const small = lower + text.slice(word.length);
  // The tagger takes any word with a capital for a name.
  const isName = GIVEN_NAMES.has(lower) || taggedWords(small)[0]?.tag === 'PROPN';
  return isName || speech.speakers.has(lexemeOf(word).stem) ? text : small;
}

/** Where no topic names the place, its time does. */
function whenOf({ start }: ToldChapter, duration: number): string {
  const share = start / Math.max(1, duration);
  return share < 0.2 ? 'Early on' : share < 0.45 ? 'Later' : share < 0.75 ? 'In the second half' : 'Towards the end';
}
