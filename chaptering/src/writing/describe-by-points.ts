import { stemsIn } from '../terms.ts';
import { taggedWords, LONGEST_SENTENCE } from './grammar.ts';
import type { SpeechProfile } from './speech.ts';
import { hasFragment, hasSpeechSlips } from './spoken.ts';
import { askedIn, questionsToldOf } from './find-questions.ts';
import { formatList, ensureFullStop } from './phrasing.ts';
import { type MainPoint, selectMainPoints } from './points.ts';
import { toSubordinateClause, toThatClause, chooseReportingVerb } from './chapter-summary.ts';
import { shortName } from './people.ts';
import {
  findTitleTopics,
  selectLongestTopics,
  type RecordingMaterial,
  chooseMainSubject,
  type ToldChapter,
  type Topic,
} from './topics.ts';

/** Something that a recording shows how to do: the sentence, and what it is, from its verb on. */
export type Step = { i: number; text: string };

const BEFORE =
  /\b(?:let['’]s|let me|i['’]m (?:going to|gonna)|we['’]re (?:going to|gonna)|i['’]ll|we['’]ll|how (?:to|you can|we can|i)|you (?:can|could)|you (?:need|want|have) to|we (?:can|could|need to|want to|have to)|i (?:can|want to|need to|have to)|(?:allows?|lets?|enables?) (?:you|us)(?: to)?|an easy way to|(?:is|was) to) (?:go ahead and |also |then |actually |just |now |quickly |still |either |even |simply |first )*/giu;
const VERB =
  /^(?:create|set|add|build|install|run|open|capture|configure|write|define|use|call|load|deploy|debug|find|filter|search|track|record|export|import|render|test|check|click|select|type|enter|connect|convert|compute|train|fine-tune|measure|compare|replace|remove|delete|update|sort|store|save|read|print|implement|change|control|download|launch|press|attach|analy[sz]e|generate|upload|return|traverse|expand|hide|toggle|iterate|enumerate|summari[sz]e|break|inspect|view|list|edit|merge|split|map|label|host|publish|log|enable|disable)$/i;
const ENDS =
  /[.?!;:]|, |\b(?:and (?:then|so|we|i|you|it|that|see|let)|so|because|but|which|where|if|when|while|or something|as well|like|right|that(?='s| is| has| we| you| i))\b/iu;
const LEANS =
  /\b(?:it|its|it['’]s|this|that|these|those|there|here|them|they|ones?|things?|stuff|something|anything|whatever|some|my|me|i|again|too|also|lot|bunch|bit|kind|sort|so|go|going|everything|other|another|same|you|we)\b|_/iu;
/** 'Use to get the frames', 'capture is using the tool': no step. */
const BROKEN =
  /^(?:use|set|create|add|write|capture|render(?: out)?) (?:to|in|on|for|at)\b|\b(?:is|are|was|were|even more)\b/iu;
const LENGTH = { least: 3, most: 9 };
const LEAST_STEMS = 1;
/** Said so often, a word is of the matter. */
const OFTEN = 3;
/** Such sentences of all: less is no demonstration. */
const SHARE = 0.04;

/** Returns the steps that an English recording demonstrates, in order; empty when it demonstrates nothing. */
export function findInstructionSteps({ sentences, counts }: SpeechProfile): Step[] {
  const steps: Step[] = [];
  let announcing = 0;
  const told = new Set<string>();
  sentences.forEach(({ text }, i) => {
    if (text.length > LONGEST_SENTENCE) return;
    let isAnnouncing = false;
    for (const match of text.replace(/([,;]?)\.(?= \p{Ll})/gu, '$1').matchAll(BEFORE)) {
      isAnnouncing = true;
      const rest = match.input.slice(match.index + match[0].length);
      const verb = /^[\p{L}-]+/u.exec(rest)?.[0] ?? '';
      if (!VERB.test(verb)) continue;
      const end = ENDS.exec(rest)?.index;
      const step = rest.slice(0, end).replace(/[ ,]+$/, '');
      const object = stemsIn(step.slice(verb.length));
      if (
        !isTold(step, object) ||
        object.some((stem) => told.has(stem)) ||
        !object.some((stem) => (counts.get(stem) ?? 0) >= OFTEN)
      )
        continue;
      for (const stem of object) told.add(stem);
      steps.push({ i, text: step });
    }
    if (isAnnouncing) announcing++;
  });
  return announcing >= SHARE * sentences.length ? steps : [];
}

function isTold(step: string, object: readonly string[]): boolean {
  const count = step.split(' ').length;
  if (count < LENGTH.least || count > LENGTH.most || object.length < LEAST_STEMS) return false;
  if (LEANS.test(step) || BROKEN.test(step) || hasFragment(step) || hasSpeechSlips(step)) return false;
  const last = taggedWords(`They ${step}.`).at(-2);
  return last !== undefined && /^(?:NOUN|PROPN|NUM)$/.test(last.tag);
}

/** With fewer sentences it is told what else there is; so many topics. */
const FEW = 4;
const MOST_NAMED = 5;
/** Questions told then, and what one has to be worth. */
const MOST_ASKED = 2;
const LEAST_WORTH_LEFT = 0.4;

/** The course of an English recording: its main points in their order, each with its time, by who makes it. */
export function describeMainPoints(material: RecordingMaterial, topics: readonly Topic[]): string[] {
  const topicOf = new Map<ToldChapter, string>(topics.map(({ chapter, topic }) => [chapter, topic]));
  const points = selectMainPoints(material, topicOf);
  const told: string[] = [];
  points.forEach((point, n) => told.push(...sentencesOf(point, points.slice(0, n), told, material)));
  if (told.length >= FEW) return told;
  const { speech, language } = material;
  const shown = shownIn(material);
  if (told.length + shown.length >= FEW) return [...told, ...shown];
  // Where nearly nothing is told, all that chapters are called is of use.
  const called = told.length + shown.length > 1 || topics.length > 2 ? topics : findTitleTopics(material);
  const left = called.filter(
    ({ topic, chapter: { start, end } }) =>
      !/#\d/.test(topic) && !points.some(({ i }) => isBetween(speech.sentences[i]!.start, start, end)),
  );
  const named = selectLongestTopics(left, MOST_NAMED).map(({ topic, chapter }) => `${topic} (${clock(chapter.start)})`);
  const parts =
    named.length > (told.length > 0 ? 0 : 1)
      ? [ensureFullStop(`It ${told.length > 0 ? 'also ' : ''}takes up ${formatList(named, language)}`)]
      : [];
  const all = [...told, ...shown, ...parts, ...questionsLeft(speech)];
  return all.length > 0
    ? all
    : chooseMainSubject(material, topics).map((subject) => ensureFullStop(`It is about ${subject}`));
}

/** Steps told of a demonstration, and in a sentence; fewer are none. */
const SHOWN = { least: 3, most: 6, together: 3 };

/** Steps that a single speaker demonstrates, with times. */
function shownIn({ speech, language }: RecordingMaterial): string[] {
  const voices = new Set(speech.sentences.flatMap(({ speaker }) => speaker ?? []));
  const steps = voices.size > 1 ? [] : findInstructionSteps(speech).slice(0, SHOWN.most);
  if (steps.length < SHOWN.least) return [];
  const told = steps.map(({ i, text }) => `${text} (${clock(speech.sentences[i]!.start)})`);
  return [told.slice(0, SHOWN.together), told.slice(SHOWN.together)].flatMap((some, n) =>
    some.length === 0 ? [] : [ensureFullStop(`It ${n === 0 ? '' : 'then '}shows how to ${formatList(some, language)}`)],
  );
}

/** Questions that a description has no room for, with their times. */
function questionsLeft(speech: SpeechProfile): string[] {
  const described = new Set(questionsToldOf(speech).map(({ i }) => i));
  const left = askedIn(speech)
    .filter(({ i, score }) => score >= LEAST_WORTH_LEFT && !described.has(i))
    .slice(0, MOST_ASKED)
    .toSorted((a, b) => a.i - b.i)
    .map(({ i, text }) => `“${text}” (${clock(speech.sentences[i]!.start)})`);
  return left.length > 0 ? [`It is also asked: ${left.join(' ')}`] : [];
}

const isBetween = (time: number, start: number, end: number): boolean => time >= start && time < end;

/** One or two sentences of a point, with its time behind the first. */
function sentencesOf(
  point: MainPoint,
  earlier: readonly MainPoint[],
  told: readonly string[],
  { speech, duration, names: people }: RecordingMaterial,
): string[] {
  const before = earlier.at(-1);
  const { text, isSpoken, topic, part, asked, goesOn, i } = point;
  const isNamed = point.by !== undefined && earlier.some((other) => other.by === point.by);
  const by = isNamed ? shortName(point.by!, people) : point.by;
  const { start } = speech.sentences[i]!;
  const isHeaded = (heading: string | undefined): heading is string =>
    heading !== undefined && !earlier.some(({ topic: a, part: b }) => isSame(a, heading) || isSame(b, heading));
  const isGoingOn = before !== undefined && before.by === point.by && i - before.i <= NEXT;
  const isAdded = isGoingOn && by !== undefined && !isSpoken && asked === undefined;
  const lead = isAdded
    ? undefined
    : asked !== undefined
      ? `Asked “${asked}”`
      : isHeaded(topic) && !namesAllOf(topic, text)
        ? `On ${toSubordinateClause(topic, speech)}`
        : isHeaded(part) && !told.slice(-2).some((sentence) => sentence.startsWith(PART))
          ? `${PART} ${toSubordinateClause(part, speech)}`
          : start >= LATE * duration && !earlier.some((other) => speech.sentences[other.i]!.start >= LATE * duration)
            ? 'Towards the end'
            : undefined;
  const said = (): string => {
    const time = `(${clock(start)})`;
    if (by === undefined) {
      const words = isSpoken ? `“${text}” ${time}` : timed(text, time);
      return lead === undefined ? words : `${lead}: ${words}`;
    }
    const who = lead === undefined ? `${by.charAt(0).toUpperCase()}${by.slice(1)}` : `${lead}, ${by}`;
    if (isSpoken) return `${who} says ${time}: “${text}”`;
    // Uses 'also' or 'adds' for the same speaker, but not twice in a row.
    const also = lead === undefined && before?.by === point.by && !ALSO.test(told.slice(-2).join(' ')) ? 'also ' : '';
    const verb = isAdded ? 'adds' : `${also}${chooseReportingVerb(text)}`;
    return timed(`${who} ${verb} ${toThatClause(text, speech)}`, time);
  };
  return [said(), ...(goesOn === undefined ? [] : [goesOn])];
}

/** Two in a row read like a form that was filled in. */
const PART = 'In the part on';
const ALSO = / also (?:says|explains|argues|warns) /;

/** A sentence with its time before the full stop; that of an abbreviation stays. */
const timed = (sentence: string, time: string): string =>
  `${/\.\p{L}\.$/u.test(sentence) ? sentence : sentence.replace(/\.$/, '')} ${time}.`;

const isSame = (a: string | undefined, b: string): boolean =>
  a !== undefined && stemsIn(a).join(' ') === stemsIn(b).join(' ');

/** 'On rye flour, Ann says that rye flour …' says it twice. */
function namesAllOf(topic: string, claim: string): boolean {
  const stems = new Set(stemsIn(claim));
  return stemsIn(topic).every((stem) => stems.has(stem));
}

/** So many sentences later somebody goes on with what they said. */
const NEXT = 4;
/** From this share of a recording on it comes to its end. */
const LATE = 0.85;

/** 12:05, 1:02:05 */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
