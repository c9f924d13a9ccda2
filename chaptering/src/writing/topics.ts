import type { TitlePhrase } from './segmented-spans.ts';
import { memoize } from '../memoize.ts';
import { withArticle } from './articles.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { LanguageFacts } from './language.ts';
import { isFallbackTitle } from './fallback-titles.ts';
import type { SpeechProfile } from './speech.ts';
import { lowercaseStart } from './spelling.ts';
import type { SummarySentence } from './summaries.ts';
import type { WordToken } from './word-profile.ts';

/** A chapter as texts about the whole speak of it. */
export type ToldChapter = {
  title: string;
  start: number;
  end: number;
  /** Standalone claims of the chapter, best first. */
  claims: readonly SummarySentence[];
  /** Standalone sentences in the speakers' own words, most quotable first. */
  spoken: () => readonly VerbatimSentence[];
  /** Returns the same speaker's next sentence on the matter, worded as a report. */
  goesOn: (sentence: number) => string | undefined;
};

/** Words of somebody's, verbatim, and the sentence they are. */
export type VerbatimSentence = { text: string; i: number };

/** Material for texts about the whole recording. */
export type RecordingMaterial = {
  /** Subjects of the whole recording, best first. */
  spans: readonly TitlePhrase[];
  /** Subject that the recording announces at its beginning. */
  announced: TitlePhrase | undefined;
  chapters: readonly ToldChapter[];
  /** Sentences that carry most of the whole recording. */
  sentences: readonly SummarySentence[];
  speech: SpeechProfile;
  language: LanguageFacts;
  /** Seconds. */
  duration: number;
  /** Names of the speakers, as far as known. */
  names: readonly string[];
  /** Returns claims about a subject anywhere in an English recording, best first. */
  claimsAbout: (subject: string) => readonly SummarySentence[];
  /** Returns the known speaker of a sentence. */
  speakerOf: (sentence: number) => string | undefined;
};

/** A chapter with its topic as it stands inside a sentence. */
export type Topic = { topic: string; chapter: ToldChapter };

/** The chapters whose titles name a subject, in their order. In English only those that the recording comes back to. */
export const findRecurringTopics = memoize((material: RecordingMaterial): Topic[] => {
  const { language, speech } = material;
  const comesBack = language.code === 'en' ? returningTo(speech) : undefined;
  return findTitleTopics(material).filter(({ chapter }) => comesBack?.(chapter.title) ?? true);
});

const MONTH = /^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/;

/** The same, whether the recording comes back to them or not. */
export const findTitleTopics = (material: RecordingMaterial): Topic[] =>
  material.chapters
    .filter(({ title }) => namesASubject(title, material.speech) && isTelling(title, material))
    // Somebody is no subject, and no month is.
    .filter(({ title }) => !MONTH.test(title))
    .filter(({ title }) => !/^(?:mr|mrs|ms|dr|hon)\b\.?/i.test(title) && !isSomebody(title, material.speech))
    .map((chapter) => ({ topic: fitTitleIntoSentence(chapter.title, material), chapter }));

/** The longest of them, in their order. */
export const selectLongestTopics = (topics: readonly Topic[], most: number): Topic[] =>
  topics
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, most)
    .toSorted((a, b) => a.chapter.start - b.chapter.start);

const lengthOf = ({ chapter }: Topic): number => chapter.end - chapter.start;

/** The best subject of more than one word, else the best. */
export const chooseBestPhrase = (spans: readonly TitlePhrase[]): TitlePhrase | undefined =>
  spans.find(({ stems }) => stems.length > 1) ?? spans[0];

/** Returns the announced subject, unless it is only a number; otherwise the best subject. */
export function chooseMainSubject(material: RecordingMaterial, topics: readonly Topic[]): string[] {
  const { announced, spans } = material;
  // A numbered issue of a show is about what its chapters are about.
  if (announced?.stems.length === 0 && topics.length > 1) return [];
  const best = announced && announced.stems.length > 0 ? announced : chooseBestPhrase(spans);
  return best === undefined ? [] : [fitTitleIntoSentence(best.text, material)];
}

/** No question, no order ('Add a test vector'), no sentence, nothing that names nothing. */
function namesASubject(title: string, speech: SpeechProfile): boolean {
  const tokens = speech.tokenise(title);
  const isOrder = tokens[0]?.tag === 'VERB' && !tokens[0].lower.endsWith('ing');
  // 'A wallet adds payments'
  const isNews = tokens.some(
    ({ tag, lower, word }, at) => at > 0 && tag === 'VERB' && word === lower && /[^s]s$/.test(lower),
  );
  const isSentence = !/^(?:how|why|what)\b/i.test(title) && / (?:is|are|was|were|can|will|should) /.test(title);
  return (
    !isFallbackTitle(title) &&
    !isPieceOfClause(title, tokens) &&
    !isOrder &&
    !isNews &&
    !isSentence &&
    !/(?<!^What (?:is|are) .*)[?？]|:/.test(title)
  );
}

/** Events and attempts are no subjects. */
const HAPPENS = /^(?:happening|going|coming|being|having|getting|trying|wanting|saying|thinking|only|of course)\b/i;

/** 'Roofs steeper', 'plans for guests to send', 'bakers from heating', 'tiles of course': a clause that was cut. */
function isPieceOfClause(title: string, tokens: readonly WordToken[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined || /^(?:how|why|what|who|where|when)\b/i.test(title)) return false;
  const isSmall = last.word === last.lower;
  return (
    HAPPENS.test(title) ||
    / of course\b/i.test(title) ||
    (isSmall && last.tag === 'ADV') ||
    (isSmall && last.tag === 'ADJ' && /[^e]er$/.test(last.lower)) ||
    (tokens.length > 2 && tokens.at(-2)!.lower === 'to' && last.tag === 'VERB') ||
    / from \p{Ll}+ing$/u.test(title)
  );
}

/** One who speaks, or one called by a first name. */
const isSomebody = (title: string, { speakers, tokenise }: SpeechProfile): boolean =>
  tokenise(title).every(({ stem, lower }) => speakers.has(stem) || GIVEN_NAMES.has(lower));

/** More than one word, or a name. In other languages than English one word often is more. */
function isTelling(title: string, { language, speech }: RecordingMaterial): boolean {
  const inside = lowercaseStart(title, speech);
  return language.code !== 'en' || title.includes(' ') || /\p{Lu}|\d|-/u.test(inside);
}

/** Repeated phrases are topics; a phrase said once in passing is a piece of a sentence. */
const AGAIN = 2;
/** Words between two that belong together: 'the head of the table'. */
const NEAR = 3;

/** Whether the last two words of a title, which tell what it names, are said side by side more than once. */
function returningTo(speech: SpeechProfile): (title: string) => boolean {
  const pairs = new Map<string, number>();
  for (const tokens of speech.tokens) {
    let before = -1;
    tokens.forEach(({ stem, stop, breaks }, at) => {
      if (breaks) before = -1;
      if (stop) return;
      if (before >= 0 && at - before <= NEAR) {
        const pair = `${tokens[before]!.stem} ${stem}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
      before = at;
    });
  }
  return (title) => {
    const stems = speech.tokenise(title).flatMap(({ stem, stop }) => (stop ? [] : [stem]));
    const [last, ...rest] = stems.toReversed();
    if (last === undefined) return false;
    return (rest[0] === undefined ? (speech.counts.get(last) ?? 0) : (pairs.get(`${rest[0]} ${last}`) ?? 0)) >= AGAIN;
  };
}

/** A title as it stands inside a sentence, in English with its article. */
export const fitTitleIntoSentence = (title: string, { language, speech }: RecordingMaterial): string =>
  language.code === 'en' ? withArticle(title, speech) : lowercaseStart(title, speech);

/** Without those that share most of their words with an earlier one. */
export function removeSimilarTopics(topics: readonly string[], { tokenise }: SpeechProfile): string[] {
  const said = new Set<string>();
  return topics.filter((topic) => {
    const stems = tokenise(topic).flatMap(({ stem, stop }) => (stop ? [] : [stem]));
    const known = stems.filter((stem) => said.has(stem)).length;
    for (const stem of stems) said.add(stem);
    return known * 2 <= stems.length - 1 || known === 0;
  });
}
