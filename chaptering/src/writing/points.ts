import { memoize } from '../memoize.ts';
import { stemsIn } from '../terms.ts';
import type { Sentence } from '../transcript.ts';
import { gradeClaim } from './claim-features.ts';
import { askedIn, LEAST_WORTH, questionAtFirst } from './find-questions.ts';
import { isHalting } from './spoken.ts';
import { phraseSpeakerOffice } from './people.ts';
import { isFallbackTitle } from './fallback-titles.ts';
import { programmeOf } from './programme.ts';
import { findMeetingDecisions } from './find-decisions.ts';
import type { SpeechProfile } from './speech.ts';
import { isDefinitionOf, findTakeaway } from './takeaway.ts';
import type { RecordingMaterial, ToldChapter } from './topics.ts';
import { shortenProgrammeItem } from './whole-title.ts';

/** Something that is told of a recording: a claim in our sentence, or the words of whoever said it. */
export type MainPoint = {
  /** The sentence it was said in. */
  i: number;
  text: string;
  by: string | undefined;
  isSpoken: boolean;
  /** Subject as the recording or chapter names it; undefined unless certain. */
  topic: string | undefined;
  /** Subject of the surrounding part. */
  part: string | undefined;
  /** The question it answers. */
  asked: string | undefined;
  /** Same speaker's next sentence on the same matter. */
  goesOn: string | undefined;
};

/** Points told at most, and sentences of them. */
const MOST = { points: 6, sentences: 7 };
/** The longest chapters are looked at. */
const LOOKED_AT = 12;
/** Maximum of these in the speakers' own words. */
const MOST_SPOKEN = 2;
/** Subjects of the whole of which something is told before all else. */
const SUBJECTS = 3;
/** Minimum worth of a point about a subject or chapter: `named` when it names it, otherwise `apart`. */
const LEAST = { named: 0.85, apart: 1 };
/** Claims of a chapter come best first. */
const LATER = 0.85;
/** Points from which on one of each chapter is enough. */
const ENOUGH = 5;
/** How much more it has to be worth in halting speech, where most is broken off. */
const HALTING = 1.6;
/** Where so many points are not reached, what is worth less is told, by these steps. */
const STEPS: readonly { times: number; enough: number }[] = [
  { times: 0.8, enough: 5 },
  { times: 0.58, enough: 4 },
  { times: 0.4, enough: 4 },
];
/** How much a claim counts that has none, one, two or more of the words the recording is about. */
const OF_THE_MATTER = [0.4, 0.85, 1, 1.1];
/** Share of passages that makes a thing a subject of the recording. */
const THROUGHOUT = 0.2;
/** The best subjects of the whole. */
const MAIN = 12;
/** How much more a better grade counts than where a claim stands. */
const BY_GRADE = 2.5;
const NAMED = 1.5;
const NEAR = 1.2;
/** So many of the words that are said around a topic more than once make a claim one of its part. */
const SHARED = 2;
const DEFINES = 1.8;
const ANSWERS = 1.5;
const SPOKEN = 0.6;
/** Words of somebody's that say enough to be heard. */
const LEAST_HEARD = 9;
/** Sentences within which an answer comes. */
const ANSWERED_WITHIN = 4;

type Candidate = Omit<MainPoint, 'goesOn'> & {
  chapter: ToldChapter;
  /** By itself, and where it stands. */
  own: number;
  worth: number;
  stems: ReadonlySet<string>;
};

/**
 * The main points of an English recording in their order: of what it says that it is about, then of its longest
 * chapters.
 */
export function selectMainPoints(material: RecordingMaterial, topicOf: ReadonlyMap<ToldChapter, string>): MainPoint[] {
  const takeaway = findTakeaway(material);
  const chosen: Candidate[] = [];
  const told = takeaway === undefined ? [] : [new Set(stemsIn(takeaway.text))];
  const choose = (from: readonly Candidate[], topic?: string): void => {
    const spoken = chosen.filter(({ isSpoken }) => isSpoken).length;
    const best = from
      .filter(
        (one) =>
          !(one.isSpoken && spoken >= MOST_SPOKEN) &&
          !told.some((other) => isRestatement(one.stems, other)) &&
          !chosen.some((other) => isTooNear(one, other, material.speech)),
      )
      .reduce<Candidate | undefined>((a, b) => (a === undefined || b.worth > a.worth ? b : a), undefined);
    if (best === undefined || chosen.length >= MOST.points) return;
    chosen.push(topic === undefined ? best : { ...best, topic });
    told.push(new Set(best.stems));
  };
  const chooseAll = (from: () => readonly Candidate[], most: number): void => {
    for (let before = -1; before < chosen.length && chosen.length < most;) {
      before = chosen.length;
      choose(from());
    }
  };
  const candidate = candidateOf(material, topicOf);
  const untold = (from: readonly Candidate[]): Candidate[] =>
    from.filter(({ chapter }) => !chosen.some((one) => one.chapter === chapter));
  const chapterAt = (i: number): ToldChapter | undefined =>
    material.chapters.find((one) => isIn(material.speech.sentences[i]!, one));
  for (const { name, isAbout } of subjectsOf(material)) {
    const about = material
      .claimsAbout(name)
      .flatMap(({ i, text }) => {
        const chapter = chapterAt(i);
        return chapter === undefined || isFallbackTitle(chapter.title) ? [] : [candidate(chapter, i, text, false)];
      })
      .filter((one) => isAbout(one) && one.i !== takeaway?.i && isTellable(one.text, one.by))
      .map((one) => ({ ...one, worth: one.worth * (isDefinitionOf(one.text, stemsIn(name)) ? DEFINES : 1) }));
    choose(about, name);
  }
  const strictness = isHalting(material.speech) ? HALTING : 1;
  const inChapters = (times: number): Candidate[] =>
    longestChapters(material).flatMap((chapter) =>
      candidatesIn(chapter, candidate, times)
        .filter(({ i }) => i !== takeaway?.i)
        .map((one, n) => ({ ...one, worth: one.worth * LATER ** n * Math.sqrt(chapter.end - chapter.start) })),
    );
  const others = inChapters(strictness);
  // One of each chapter, and where these are few, more; then what is worth less.
  chooseAll(() => untold(others), MOST.points);
  chooseAll(() => others, ENOUGH);
  if (strictness > 1) {
    const resolved = findMeetingDecisions(material.speech).flatMap(({ i, text, score }) => {
      const chapter = chapterAt(i);
      return chapter === undefined ? [] : [{ ...candidate(chapter, i, text, false), worth: score }];
    });
    chooseAll(() => untold(resolved), MOST.points);
    chooseAll(() => resolved, ENOUGH);
  }
  for (const { times, enough } of strictness === 1 ? STEPS : []) {
    if (chosen.length >= enough) break;
    const weaker = inChapters(times);
    chooseAll(() => untold(weaker), enough);
    chooseAll(() => weaker, enough);
  }
  return withinRoom(
    chosen.toSorted((a, b) => a.i - b.i),
    material.speech,
  );
}

/** Longest chapters first; greetings and farewells are left out. */
const longestChapters = ({ chapters }: RecordingMaterial): ToldChapter[] =>
  chapters
    .filter(({ title }) => !isFallbackTitle(title))
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, LOOKED_AT);

/** As many sentences as there is room for: what goes on with a point gives way first. */
function withinRoom(points: readonly Candidate[], speech: SpeechProfile): MainPoint[] {
  const told = points.map(({ stems }) => stems);
  let room = MOST.sentences - points.length;
  return points.map((point) => {
    const next = room > 0 && !point.isSpoken && !isHalting(speech) ? point.chapter.goesOn(point.i) : undefined;
    const stems = new Set(stemsIn(next ?? ''));
    if (stems.size === 0 || told.some((other) => isRestatement(stems, other))) return { ...point, goesOn: undefined };
    room--;
    told.push(stems);
    return { ...point, goesOn: next };
  });
}

/**
 * Seconds within which somebody else's point is part of the same talk, and sentences within which one's own is one
 * more.
 */
const NEAR_BY = 40;
const GOES_ON_WITHIN = 4;

const isTooNear = (a: Candidate, b: Candidate, { sentences }: SpeechProfile): boolean =>
  Math.abs(sentences[a.i]!.start - sentences[b.i]!.start) < NEAR_BY &&
  !(a.by !== undefined && a.by === b.by && Math.abs(a.i - b.i) <= GOES_ON_WITHIN);

/** Subjects that the recording announces or first asks about, and the signs that a chapter's claim is about them. */
function subjectsOf({ speech, announced }: RecordingMaterial): Subject[] {
  const programme = programmeOf(speech).flatMap((item) => shortenProgrammeItem(item) ?? []);
  const asked = questionAtFirst(speech);
  const known = announced !== undefined && announced.stems.length > 0 ? [announced.text] : [];
  const names = programme.length > 0 ? programme : asked === undefined ? known : [asked];
  const reach = (stem: string): number => speech.spread.get(stem) ?? 0;
  return names.slice(0, SUBJECTS).flatMap((name) => {
    const stems = [...new Set(stemsIn(name))].toSorted((a, b) => reach(a) - reach(b));
    const [rarest] = stems;
    const least = Math.ceil(stems.length / 2);
    const shares = (said: ReadonlySet<string>): boolean => stems.filter((stem) => said.has(stem)).length >= least;
    // Half of its words, and the one that tells it from others, or said where it is spoken of.
    return rarest === undefined
      ? []
      : [
          {
            name,
            isAbout: ({ stems: said, chapter }) =>
              shares(said) && (said.has(rarest) || shares(new Set(stemsIn(chapter.title)))),
          },
        ];
  });
}

type Subject = { name: string; isAbout: (candidate: Candidate) => boolean };

const isIn = ({ start }: Sentence, chapter: ToldChapter): boolean => start >= chapter.start && start < chapter.end;

/** Rejects 'we' without a known speaker. */
const isTellable = (text: string, by: string | undefined): boolean =>
  by !== undefined || !/\b(?:we|our|us)\b/i.test(text);

type MakeCandidate = (chapter: ToldChapter, i: number, text: string, isSpoken: boolean) => Candidate;

/** Points of a chapter worth at least `times` the required minimum. */
function candidatesIn(chapter: ToldChapter, candidate: MakeCandidate, times: number): Candidate[] {
  const claims = chapter.claims
    .map(({ i, text }) => candidate(chapter, i, text, false))
    .filter((one) => isTellable(one.text, one.by) && isWorthIt(one, times));
  // Only asked for where it is needed: it takes longest. Of halting speech little is fit to be heard.
  if (claims.length > 0 || times !== 1) return claims;
  return chapter
    .spoken()
    .filter(({ text }) => !/\byour?\b/i.test(text) && text.split(' ').length >= LEAST_HEARD)
    .map(({ i, text }) => candidate(chapter, i, text, true))
    .filter((one) => isWorthIt(one, times));
}

const isWorthIt = ({ own, topic, part }: Candidate, times: number): boolean =>
  own >= ((topic ?? part) === undefined ? LEAST.apart : LEAST.named) * times;

/** How much a claim is about what the recording or its chapter is about: an aside has none of their words. */
function relevanceIn({ spans, speech }: RecordingMaterial): (said: ReadonlySet<string>, title: string) => number {
  const main = new Set([...spans.slice(0, MAIN).map(({ text }) => text), ...programmeOf(speech)].flatMap(stemsIn));
  for (const [stem, share] of speech.spread) if (share >= THROUGHOUT) main.add(stem);
  return (said, title) => {
    const here = new Set(stemsIn(title));
    const shared = [...said].filter((stem) => main.has(stem) || here.has(stem)).length;
    return OF_THE_MATTER[Math.min(shared, OF_THE_MATTER.length - 1)]!;
  };
}

function candidateOf(material: RecordingMaterial, topicOf: ReadonlyMap<ToldChapter, string>): MakeCandidate {
  const { speech, speakerOf } = material;
  const relevanceOf = relevanceIn(material);
  const questions = askedIn(speech).filter(({ score }) => score >= LEAST_WORTH);
  const around = memoize((chapter: ToldChapter) => wordsAround(chapter, speech));
  return (chapter, i, text, isSpoken) => {
    const stems = new Set(stemsIn(text));
    const topic = topicOf.get(chapter);
    const isNamed = topic !== undefined && !/#\d/.test(topic) && namesTopic(chapter.title, stems);
    const isNear = !isNamed && topic !== undefined && !/#\d/.test(topic) && around(chapter)(stems);
    const asked = answeredBy(i, stems);
    const own = gradeClaim(text, speech, chapter.title) * relevanceOf(stems, chapter.title);
    const worth =
      Math.max(0, own) ** BY_GRADE *
      (isSpoken ? SPOKEN : 1) *
      (asked === undefined ? 1 : ANSWERS) *
      (isNamed ? NAMED : isNear ? NEAR : 1);
    return {
      i,
      text,
      by: speakerOf(i) ?? phraseSpeakerOffice(speech.sentences[i]!.speaker),
      isSpoken,
      topic: isNamed ? topic : undefined,
      part: isNear ? topic : undefined,
      asked,
      chapter,
      own,
      worth,
      stems,
    };
  };

  /** By the word that tells it from others, or by two. */
  function namesTopic(title: string, said: ReadonlySet<string>): boolean {
    const reach = (stem: string): number => speech.spread.get(stem) ?? 0;
    const words = [...new Set(stemsIn(title))].toSorted((a, b) => reach(a) - reach(b));
    return words.some((stem, n) => said.has(stem) && (n === 0 || words.filter((other) => said.has(other)).length > 1));
  }

  /** The question that somebody else asked just before, if it speaks of the same. */
  function answeredBy(sentence: number, said: ReadonlySet<string>): string | undefined {
    const { speaker } = speech.sentences[sentence] ?? {};
    return questions.find(
      ({ i, text }) =>
        i < sentence &&
        i >= sentence - ANSWERED_WITHIN &&
        speech.sentences[i]!.speaker !== speaker &&
        stemsIn(text).some((stem) => said.has(stem)),
    )?.text;
  }
}

/** Tells whether words are those that are said around what a chapter is called by. */
function wordsAround(
  chapter: ToldChapter,
  { sentences, tokens }: SpeechProfile,
): (said: ReadonlySet<string>) => boolean {
  const title = new Set(stemsIn(chapter.title));
  const counts = new Map<string, number>();
  sentences.forEach((sentence, i) => {
    if (!isIn(sentence, chapter) || !tokens[i]!.some(({ stem }) => title.has(stem))) return;
    for (const { stem, stop } of tokens[i]!) if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  });
  return (said) => [...said].filter((stem) => (counts.get(stem) ?? 0) > 1).length >= SHARED;
}

/** Share of common words from which a statement counts as repetition. */
const SAID_AGAIN = 0.5;

/** Whether a statement says again what another says, by the stems of both: each counts as often as it is given. */
export function isRestatement(a: Iterable<string>, b: Iterable<string>): boolean {
  const [said, before] = [[...a], [...b]];
  const shared = said.filter((stem) => before.includes(stem)).length;
  return shared >= SAID_AGAIN * Math.min(said.length, before.length);
}
