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
/** A phrase this good compared with the one common word it is about says more. */
const LONGER = 0.45;
/** What a word costs a title that an earlier one has said already. */
const SAID_BEFORE = 0.6;

/** Where a chapter stands, and whether people greet each other or take leave in it. */
export type Place = 'first' | 'inner' | 'last' | 'only' | 'greeting' | 'farewell';

/** What a title is chosen from: phrases in one piece, what is done or asked, and single subjects. */
export type TitleMaterial = {
  spans: readonly Span[];
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
    if (place === 'greeting' || place === 'farewell') {
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

  function isOneCommonWord({ text, stems }: Choice): boolean {
    const written = speech.spellings.get(text.toLowerCase());
    return (
      language.code === 'en' &&
      stems.length === 1 &&
      !text.includes(' ') &&
      (written === undefined || !/\p{Lu}|\d/u.test(written))
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

  function ranked({ spans, headlines, phrases }: TitleMaterial): Choice[] {
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
    return [...telling.slice(0, 1), ...ofSpans, ...single];
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
