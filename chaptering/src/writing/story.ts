import { stemsIn } from '../terms.ts';
import { listed } from './listed.ts';
import { ended } from './phrasing.ts';
import { isPlainTitle } from './plain-titles.ts';
import type { SummarySentence } from './summaries.ts';
import { takeawayOf } from './takeaway.ts';
import { type Material, type Spoken, subjectOf, type ToldChapter, type Topic } from './topics.ts';
import { worthOf } from './worth.ts';

/** Sentences at most. */
const MOST = 7;
/** Sentences from which on those that only name topics are left out: the description names topics, too. */
const WHOLE = 4;
/** With fewer chapters of which something is told, two claims are told of each. */
const ENOUGH = 4;
/** Words of the speakers told at most. */
const MOST_SPOKEN = 2;
/** Chapters told of a recording of up to so many. */
const CHAPTERS = [
  { of: 8, told: 6 },
  { of: Infinity, told: 8 },
];

/**
 * One step of a story: topics, and what is claimed of the last of them, or somebody's words about it. A claim that lies `apart`
 * is of the same chapter and does not name its topic: it gets a sentence of its own.
 */
type Step = { topics: string[]; claim?: string; apart?: true; spoken?: Spoken; first: ToldChapter; last: ToldChapter };

/** The course of an English recording: one sentence a main chapter, those of which nothing can be told together. */
export function storyOf(material: Material, topics: readonly Topic[]): string[] {
  const steps = stepsOf(material, topics);
  let turn = 0;
  const isLed = (steps[0]?.topics.length ?? 0) > 0;
  const lead = isLed ? [] : subjectOf(material, topics).map((subject) => ended(`${IS_ABOUT} ${subject}`));
  const told = withinRoom(steps, lead.length).flatMap((step, n, { length }) => sentencesOf(step, n, length));
  return [...lead, ...told];

  function sentencesOf({ topics: names, claim, apart, spoken, first, last }: Step, n: number, count: number): string[] {
    const name = listed(names, material.language);
    const words = spoken === undefined ? [] : [inTheWordsOf(spoken)];
    if (name === '') return claim === undefined ? words : [claim];
    const frame = frameOf(n, count, first, last);
    if (claim !== undefined && apart !== true) return [`${frame} ${name}: ${claim}`];
    return [ended(`${frame} ${name}`), ...(claim === undefined ? [] : [claim]), ...words];
  }

  function frameOf(n: number, count: number, first: ToldChapter, last: ToldChapter): string {
    if (count === 1) return IS_ABOUT;
    const others = material.chapters.filter(({ title }) => !isPlainTitle(title));
    if (n === 0) return others[0] === first ? OPENS : GOES_INTO;
    return n === count - 1 && others.at(-1) === last ? ENDS : GOES_ON[turn++ % GOES_ON.length]!;
  }
}

/**
 * The steps there is room for, none of them cut in two. Those that only name topics give way to what tells something, from the
 * last one on, where enough is told without them; then the last ones give way.
 */
function withinRoom(steps: readonly Step[], lead: number): Step[] {
  const kept = [...steps];
  const sentences = (): number => kept.reduce((sum, step) => sum + lengthOf(step), lead);
  while (sentences() > WHOLE) {
    const bare = kept.findLastIndex((step, n) => isBare(step) && (n > 0 || (kept[1]?.topics.length ?? 0) > 0));
    if (bare < 0) break;
    kept.splice(bare, 1);
  }
  while (sentences() > MOST) kept.pop();
  return kept;
}

const isBare = ({ claim, spoken }: Step): boolean => claim === undefined && spoken === undefined;

/** Sentences of a step. */
function lengthOf({ topics, claim, apart, spoken }: Step): number {
  if (claim !== undefined && !apart) return 1;
  return (topics.length > 0 ? 1 : 0) + ((claim ?? spoken) === undefined ? 0 : 1);
}

const inTheWordsOf = ({ text, by }: Spoken): string =>
  by ? `As ${by} puts it, “${text}”` : `In the words of one speaker: “${text}”`;

const IS_ABOUT = 'It is about';
const OPENS = 'It begins with';
/** Of a chapter in the middle. */
const GOES_INTO = 'It goes into';
const GOES_ON = ['From there it turns to', 'It goes on to', 'Then it takes up', 'It moves on to'];
const ENDS = 'It ends with';

function stepsOf(material: Material, topics: readonly Topic[]): Step[] {
  const topicOf = new Map<ToldChapter, string>(topics.map(({ chapter, topic }) => [chapter, topic]));
  const takeaway = takeawayOf(material);
  const claimsOf = tellable(material, topicOf, takeaway);
  const known = material.chapters.filter((chapter) => topicOf.has(chapter) || claimsOf.get(chapter)!.length > 0);
  // Speakers may have put it well where neither a topic nor a claim is found.
  const telling = known.length < ENOUGH ? material.chapters : known;
  const told = CHAPTERS.find(({ of }) => telling.length <= of)!.told;
  const main = telling
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, told)
    .toSorted((a, b) => a.start - b.start);
  // Where little can be told, more is told of a chapter.
  const isShort = main.filter((chapter) => claimsOf.get(chapter)!.length > 0).length < ENOUGH;
  const steps: Step[] = [];
  let words = 0;
  for (const chapter of main) {
    const topic = topicOf.get(chapter);
    const names = topic === undefined ? [] : [topic];
    const ends = { first: chapter, last: chapter };
    const [first, ...more] = claimsOf.get(chapter)!.slice(0, isShort ? 2 : 1);
    if (first === undefined) {
      const isAsked = isShort && words < MOST_SPOKEN;
      const [spoken] = isAsked ? chapter.spoken().filter((said) => isFit(said, chapter)) : [];
      if (spoken === undefined) tell(topic, chapter);
      else {
        words++;
        steps.push({ topics: names, spoken, ...ends });
      }
      continue;
    }
    const isOpened = topic !== undefined && (steps.length === 0 || !opensWith(first.text, chapter));
    steps.push({
      topics: isOpened ? names : [],
      claim: first.text,
      ...(first.belongs ? {} : { apart: true }),
      ...ends,
    });
    steps.push(...more.map(({ text }) => ({ topics: [], claim: text, ...ends })));
  }
  // Where enough is left, it begins with a topic: the reader knows nothing yet.
  const led = steps.findIndex(({ topics: names }) => names.length > 0);
  return led > 0 && steps.length - led >= ENOUGH ? steps.slice(led) : steps;

  /** Not told by the description, and of the chapter's matter or, said to nobody, worth telling without. */
  function isFit({ text }: Spoken, chapter: ToldChapter): boolean {
    const isWorthIt = worthOf(text) >= LEAST_WORTH_APART && !/\byour?\b/i.test(text);
    return text !== takeaway?.text && (isWorthIt || belongsTo(material, text, chapter));
  }

  function tell(topic: string | undefined, chapter: ToldChapter): void {
    // A bare number tells a stranger nothing.
    if (topic === undefined || /#\d/.test(topic)) return;
    const before = steps.at(-1);
    if (before && before.claim === undefined && before.spoken === undefined && before.topics.length < 2) {
      before.topics.push(topic);
      before.last = chapter;
    } else steps.push({ topics: [topic], first: chapter, last: chapter });
  }

  function weightOf(chapter: ToldChapter): number {
    const length = chapter.end - chapter.start;
    return length * (claimsOf.get(chapter)!.length > 0 ? 2 : 1) * (topicOf.has(chapter) ? 2 : 1);
  }
}

/** A claim of a chapter, and whether it speaks of the topic the chapter is known by. */
type Told = { text: string; belongs: boolean };

/** What a claim has to be worth that is told although it does not name the topic of its chapter. */
const LEAST_WORTH_APART = 0.9;

/** Who shares so much of the words of another says it again. */
const SAID_AGAIN = 0.75;

/** Whether one of two claims says what the other says, in nearly its words. */
function repeats(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared >= SAID_AGAIN * Math.min(a.size, b.size);
}

/** What can be told of each chapter without what a description or a chapter before has told, first what belongs to its topic. */
function tellable(
  material: Material,
  topicOf: ReadonlyMap<ToldChapter, string>,
  takeaway: SummarySentence | undefined,
): Map<ToldChapter, Told[]> {
  const known = takeaway === undefined ? [] : [new Set(stemsIn(takeaway.text))];
  const isNew = (text: string): boolean => {
    const stems = new Set(stemsIn(text));
    if (known.some((other) => repeats(stems, other))) return false;
    known.push(stems);
    return true;
  };
  return new Map(
    material.chapters.map((chapter) => {
      const told = chapter.claims
        .filter(({ i }) => i !== takeaway?.i)
        .map(({ text }) => ({ text, belongs: !topicOf.has(chapter) || belongsTo(material, text, chapter) }))
        .filter(({ text, belongs }) => belongs || worthOf(text) >= LEAST_WORTH_APART)
        .filter(({ text }) => isNew(text));
      return [chapter, told.toSorted((a, b) => Number(b.belongs) - Number(a.belongs))];
    }),
  );
}

/** So many of the words said around a topic make a claim one about it. */
const SHARED = 2;

/** Whether a claim names what its chapter is about, or speaks in the words that are said around it more than once. */
function belongsTo(material: Material, claim: string, chapter: ToldChapter): boolean {
  const { sentences, tokens } = material.speech;
  const title = new Set(stemsIn(chapter.title));
  const said = new Set(stemsIn(claim));
  if ([...title].some((stem) => said.has(stem))) return true;
  const around = new Map<string, number>();
  sentences.forEach(({ start }, i) => {
    if (start < chapter.start || start >= chapter.end || !tokens[i]!.some(({ stem }) => title.has(stem))) return;
    for (const { stem, stop } of tokens[i]!) if (!stop) around.set(stem, (around.get(stem) ?? 0) + 1);
  });
  return [...said].filter((stem) => (around.get(stem) ?? 0) > 1).length >= SHARED;
}

/** Words of a claim that name what it is about. */
const OPENING = 5;

function opensWith(claim: string, { title }: ToldChapter): boolean {
  const opening = new Set(stemsIn(claim.split(' ').slice(0, OPENING).join(' ')));
  return stemsIn(title).some((stem) => opening.has(stem));
}
