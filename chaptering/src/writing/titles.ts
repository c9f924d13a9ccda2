import type { Headline } from './headlines.ts';
import type { Language } from './language.ts';
import { plainTitles } from './plain-titles.ts';
import type { Phrase } from './phrases.ts';
import type { Speech } from './speech.ts';
import { capitalised } from './spelling.ts';
import type { SlideTitle } from './slide-titles.ts';
import type { Span } from './title-spans.ts';

const WORDS = { most: 8 };
/** A headline this good compared with the best span says more than it. */
const TELLING = 0.75;
/** From here on what was announced is the title: it was named by whoever led through the recording. */
const SURE = 0.4;
/** From here on something announced is more than a farewell. */
const ITEM = 1;
/** A phrase this good compared with the one common word it is about says more. */
const LONGER = 0.3;
/** Said in so many of its passages, a name is what the whole recording is about. */
const OF_THE_WHOLE = 0.6;
/** What a word costs a title that an earlier one has said already. */
const SAID_BEFORE = 0.6;

/** Where a chapter stands, and whether people greet each other or take leave in it. */
export type Place = 'first' | 'inner' | 'last' | 'only' | 'greeting' | 'farewell';

/** What a title is chosen from: phrases in one piece, what is done or asked, and single subjects. */
export type TitleMaterial = {
  spans: readonly Span[];
  /** What is said to come, most surely first. */
  announced: readonly Span[];
  headlines: readonly Headline[];
  phrases: readonly Phrase[];
  /** What the slides call it, which whoever made them has thought about. */
  slide?: SlideTitle | undefined;
};

/** Chooses titles chapter after chapter, so that none comes twice and each says what is new. */
export type TitleWriter = (material: TitleMaterial, place: Place) => string;

type Choice = { text: string; stems: readonly string[]; score: number };

export function titleWriter(speech: Speech, language: Language): TitleWriter {
  const given = new Set<string>();
  const uses = new Map<string, number>();
  const plain = plainTitles(language.code);

  return (material, place) => {
    // A last item of the agenda is no farewell, though one follows it.
    const isItem = place === 'farewell' && (material.announced[0]?.score ?? 0) >= ITEM;
    if ((place === 'greeting' || place === 'farewell') && !isItem) {
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

  function ranked({ spans, announced, headlines, phrases }: TitleMaterial): Choice[] {
    const ofSpans = spans
      .slice(0, 60)
      .map((span) => fresh({ ...span, text: capitalised(span.text, speech.spellings) }))
      .sort(byScore);
    const telling = headlines
      .slice(0, 20)
      .map(({ text, stems, score }) => fresh({ text: capitalised(text, speech.spellings), stems, score }))
      .filter(({ score, text }) => score >= TELLING * (ofSpans[0]?.score ?? 0) && text.split(' ').length <= WORDS.most)
      .sort(byScore);
    const single = phrases
      .slice(0, 10)
      .map(({ text, stems, score }) => fresh({ text: capitalised(text, speech.spellings), stems, score }));
    const said = announced
      .map((span) => fresh({ ...span, text: capitalised(span.text, speech.spellings) }))
      .filter(({ score, text }) => score >= SURE && text.split(' ').length <= WORDS.most)
      .sort(byScore);
    return [...said, ...telling.slice(0, 1), ...ofSpans, ...single];
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

const byScore = (a: Choice, b: Choice): number => b.score - a.score;
