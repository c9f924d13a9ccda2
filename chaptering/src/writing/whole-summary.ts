import type { Language } from './language.ts';
import { listed } from './listed.ts';
import { phrasingOf } from './phrasing.ts';
import type { SummarySentence } from './summaries.ts';
import { longestOf, type Material, subjectOf, type ToldChapter, type Topic, topicsOf } from './topics.ts';

/** Sentences of a summary at most. */
const MOST = 7;
/** With fewer chapters of which something is claimed, two claims are told of each. */
const ENOUGH = 4;
/** Chapters told of a recording of up to so many. */
const CHAPTERS = [
  { of: 8, told: 6 },
  { of: Infinity, told: 8 },
];

/** How it goes from the beginning to the end: what is claimed in its main chapters, in their order, each by its topic. */
export function summarise(material: Material): string {
  const { language } = material;
  const topics = topicsOf(material);
  const course = phrasingOf(language.code)?.course;
  if (language.code === 'en') return storyOf(material, topics).join(' ');
  const told = course === undefined ? [] : courseOf(material, topics, course);
  return [...told, ...material.sentences.slice(0, course === undefined ? undefined : 3).map(({ text }) => text)].join(
    isUnspaced(language) ? '' : ' ',
  );
}

export const isUnspaced = ({ code }: Language): boolean => code === 'zh' || code === 'ja';

/** What a claim about the subject of the whole is worth more than one about a detail. */
const OF_THE_WHOLE = 1.5;
const MAIN_SUBJECTS = 3;

/** The claim to take along, for a description: the best of the chapters' best. */
export function takeawayOf({ chapters, spans, speech }: Material): SummarySentence | undefined {
  const main = new Set(spans.slice(0, MAIN_SUBJECTS).flatMap(({ stems }) => stems));
  const worth = ({ text, score }: SummarySentence): number =>
    score * (speech.tokenise(text).some(({ stem }) => main.has(stem)) ? OF_THE_WHOLE : 1);
  const [best] = chapters
    .flatMap(({ claims }) => claims.slice(0, 1))
    .toSorted((a, b) => worth(b) - worth(a) || a.i - b.i);
  return best;
}

/** The first chapter, the longest between, the last. */
function courseOf(
  { language }: Material,
  topics: readonly Topic[],
  course: (first: string, then: string, further: string, last: string) => string[],
): string[] {
  if (topics.length < 2) return [];
  const between = longestOf(topics.slice(1, -1), topics.length <= 8 ? 4 : 6);
  const told = [topics[0]!, ...between, topics.at(-1)!].map(({ topic }) => topic);
  const half = told.length > 4 ? 1 + Math.ceil((told.length - 2) / 2) : told.length - 1;
  return course(told[0]!, listed(told.slice(1, half), language), listed(told.slice(half, -1), language), told.at(-1)!);
}

/** One step of a story: topics, and what is claimed of the last of them. */
type Step = { topics: string[]; claim: string | undefined };

/** English: one sentence a main chapter, chapters without a claim together. */
function storyOf(material: Material, topics: readonly Topic[]): string[] {
  const steps = stepsOf(material, topics);
  const { opens, goesOn, ends } = STORY;
  let turn = 0;
  const isLed = steps.length === 0 || steps[0]!.topics.length > 0;
  const lead = isLed ? [] : subjectOf(material, topics).map((subject) => `It is about ${subject}.`);
  const told = steps.map(({ topics: names, claim }, n) => {
    const name = listed(names, material.language);
    if (name === '') return claim!;
    const frames = n === 0 ? opens : n === steps.length - 1 ? ends : goesOn;
    const frame = frames[n === 0 || frames === ends ? 0 : turn++ % frames.length]!;
    return claim === undefined ? `${frame(name)}.` : `${frame(name)}: ${claim}`;
  });
  return [...lead, ...told];
}

const STORY = {
  opens: [(topic: string) => `It begins with ${topic}`],
  goesOn: [
    (topic: string) => `From there it turns to ${topic}`,
    (topic: string) => `Next comes ${topic}`,
    (topic: string) => `It goes on to ${topic}`,
    (topic: string) => `Then it takes up ${topic}`,
  ],
  ends: [(topic: string) => `It ends with ${topic}`],
} as const;

function stepsOf(material: Material, topics: readonly Topic[]): Step[] {
  const takeaway = takeawayOf(material);
  const topicOf = new Map<ToldChapter, string>(topics.map(({ chapter, topic }) => [chapter, topic]));
  const telling = material.chapters.filter((chapter) => topicOf.has(chapter) || chapter.claims.length > 0);
  const told = CHAPTERS.find(({ of }) => telling.length <= of)!.told;
  const main = telling
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, told)
    .toSorted((a, b) => a.start - b.start);
  // Where little can be told, more is told of a chapter.
  const isShort = main.filter(({ claims }) => claims.length > 0).length < ENOUGH;
  const steps: Step[] = [];
  for (const chapter of main) {
    const topic = topicOf.get(chapter);
    // The description has told the best of all.
    const claims = chapter.claims.filter(({ i }) => i !== takeaway?.i);
    const [claim, second] = claims.toSorted((a, b) => aboutness(b.text, chapter) - aboutness(a.text, chapter));
    if (claim === undefined) tell(topic);
    // What is said of something else does not explain the topic.
    else if (topic === undefined || !isAbout(material, claim.text, chapter)) {
      if (steps.length === 0) tell(topic);
      steps.push({ topics: [], claim: claim.text });
    } else {
      const isNamed = steps.length > 0 && opensWith(material, claim.text, chapter);
      steps.push({ topics: isNamed ? [] : [topic], claim: claim.text });
    }
    if (second !== undefined && isShort) steps.push({ topics: [], claim: second.text });
  }
  return steps.slice(0, MOST);

  function aboutness(text: string, chapter: ToldChapter): number {
    return isAbout(material, text, chapter) ? 1 : 0;
  }

  function tell(topic: string | undefined): void {
    // A bare number tells a stranger nothing.
    if (topic === undefined || /#\d/.test(topic)) return;
    const before = steps.at(-1);
    if (before && before.claim === undefined && before.topics.length < 2) before.topics.push(topic);
    else steps.push({ topics: [topic], claim: undefined });
  }

  function weightOf(chapter: ToldChapter): number {
    return (chapter.end - chapter.start) * (chapter.claims.length > 0 ? 2 : 1) * (topicOf.has(chapter) ? 2 : 1);
  }
}

/** Whether a claim names what its chapter is about. */
function isAbout({ speech: { tokenise } }: Material, claim: string, { title }: ToldChapter): boolean {
  const said = new Set(tokenise(claim).map(({ stem }) => stem));
  return tokenise(title).some(({ stem, stop }) => !stop && said.has(stem));
}

/** Words of a claim that name what it is about. */
const OPENING = 5;

const opensWith = (material: Material, claim: string, chapter: ToldChapter): boolean =>
  isAbout(material, claim.split(' ').slice(0, OPENING).join(' '), chapter);
