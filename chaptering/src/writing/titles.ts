import type { TitlePhrase } from './segmented-spans.ts';
import { announcedIn } from './announced.ts';
import { composeHeadlines } from './headlines.ts';
import type { LanguageFacts } from './language.ts';
import { type Phrase, rankPhrases } from './phrases.ts';
import type { SentenceRange } from './salience.ts';
import type { SlideTitle } from './slide-titles.ts';
import type { SpeechProfile } from './speech.ts';
import type { TitleCandidate } from './title-features.ts';
import { titleCandidates, rankedTitles, type TitleWeights } from './title-ranker.ts';
import { titleSpans } from './title-spans.ts';
import { stemsIn } from '../terms.ts';
import type { ChapterPosition } from './chapter-position.ts';
import { plainTitles } from './fallback-titles.ts';
import { capitaliseStart } from './spelling.ts';

/** Sources for the title of a time range: whole phrases, actions or questions, and single subjects. */
export type TitleMaterial = {
  stretch: SentenceRange;
  spans: readonly TitlePhrase[];
  /** Announced subjects, most certain first. English only. */
  announced: readonly TitlePhrase[];
  /** All that may stand as a title. English only. */
  candidates: readonly TitleCandidate[];
  phrases: readonly Phrase[];
  /** Slide title, chosen with care by the author of the slides. */
  slide?: SlideTitle | undefined;
};

export function titleMaterial(speech: SpeechProfile, stretch: SentenceRange, { code }: LanguageFacts): TitleMaterial {
  const phrases = rankPhrases(speech, stretch);
  const spans = titleSpans(speech, stretch, phrases, code);
  if (code !== 'en') return { stretch, spans, announced: [], candidates: [], phrases };
  const announced = announcedIn(speech, stretch, phrases);
  const candidates = titleCandidates({ spans, announced, headlines: composeHeadlines(speech, stretch, phrases) });
  return { stretch, spans, announced, candidates, phrases };
}

const WORDS = { most: 8 };
const MOST = { spans: 60, phrases: 10 };
/** From here on what was announced is the title: it was named by whoever led through the recording. */
const SURE = 0.6;
/** From here on something announced is more than a farewell. */
const ITEM = 1;
/** A phrase this good compared with the one common word it is about says more. */
const LONGER = 0.3;
/** Said in so many of its passages, a name is what the whole recording is about. */
const OF_THE_WHOLE = 0.6;
/** Cost of a word that an earlier title already contains. */
const SAID_BEFORE = 0.6;

/** Chooses titles chapter after chapter, so that none comes twice and each says what is new. */
export type TitleWriter = (material: TitleMaterial, place: ChapterPosition) => string;

type Choice = { text: string; stems: readonly string[]; score: number };

type TitleWishes = {
  /** Titles of other chapters. */
  taken?: readonly string[];
  /** Other than the trained ones, for cross-validation. */
  weights?: TitleWeights;
};

export function titleWriter(
  speech: SpeechProfile,
  language: LanguageFacts,
  { taken = [], weights }: TitleWishes = {},
): TitleWriter {
  const given = new Set<string>();
  const uses = new Map<string, number>();
  for (const text of taken) keep({ text, stems: stemsIn(text), score: 0 });
  const plain = plainTitles(language.code);

  return (material, place) => {
    // A last item of the agenda is no farewell, though one follows it; nor is one in which somebody is thanked for questions.
    const isItem = place !== 'greeting' && (material.announced[0]?.score ?? 0) >= ITEM;
    if ((place === 'greeting' || place === 'questions' || place === 'farewell') && !isItem) {
      const text = plain[place];
      if (!given.has(text.toLowerCase())) return keep({ text, stems: [], score: 0 });
    }
    const { slide } = material;
    if (slide && !given.has(slide.text.toLowerCase())) return keep(slide);
    const free = ranked(material).filter(({ text }) => !given.has(text.toLowerCase()));
    const [best] = free;
    if (best !== undefined) return keep(isOneCommonWord(best) ? (longer(best, free) ?? best) : best);
    for (let n = 1; ; n++) {
      const text = n === 1 && place === 'only' ? plain.whole : plain.part(given.size + n);
      if (!given.has(text.toLowerCase())) return keep({ text, stems: [], score: 0 });
    }
  };

  /** A word too bare to search by: no name, or the name of what the whole recording is about. */
  function isOneCommonWord({ text, stems }: Choice): boolean {
    const written = speech.spellings.get(text.toLowerCase());
    const isName = written !== undefined && /\p{Lu}|\d/u.test(written);
    return (
      language.code === 'en' &&
      stems.length === 1 &&
      !text.includes(' ') &&
      (!isName || (speech.spread.get(stems[0]!) ?? 0) > OF_THE_WHOLE)
    );
  }

  /** The best phrase of more nouns about the same; an adjective before it would not say more. */
  function longer({ stems, score }: Choice, free: readonly Choice[]): Choice | undefined {
    return free.find(
      (other) =>
        other.stems.length > 1 &&
        other.stems.includes(stems[0]!) &&
        other.score >= LONGER * score &&
        speech.tokenise(other.text.toLowerCase())[0]?.tag !== 'ADJ',
    );
  }

  function ranked({ stretch, spans, announced, candidates, phrases }: TitleMaterial): Choice[] {
    const titled = (list: readonly Choice[]): Choice[] =>
      list.map(({ text, stems, score }) =>
        fresh({ text: whole(capitaliseStart(text, speech.spellings)), stems, score }),
      );
    const said = announced.filter(({ score, text }) => score >= SURE && text.split(' ').length <= WORDS.most);
    const others =
      language.code === 'en' ? rankedTitles(speech, stretch, candidates, weights) : spans.slice(0, MOST.spans);
    return [...titled(said).sort(byScore), ...titled(others).sort(byScore), ...titled(phrases.slice(0, MOST.phrases))];
  }

  function fresh({ text, stems, score }: Choice): Choice {
    return {
      text,
      stems,
      score: stems.reduce((product, stem) => product * SAID_BEFORE ** (uses.get(stem) ?? 0), score),
    };
  }

  function keep({ text, stems }: Choice): string {
    given.add(text.toLowerCase());
    for (const stem of stems) uses.set(stem, (uses.get(stem) ?? 0) + 1);
    return text;
  }
}

/** With the last stop of an abbreviation, taken for that of a sentence: 'Canada and the U.S' */
const whole = (text: string): string => (/(?:^|\s)(?:\p{L}\.)+\p{L}$/u.test(text) ? `${text}.` : text);

const byScore = (a: Choice, b: Choice): number => b.score - a.score;
