import { announcedIn } from './announced.ts';
import { headlinesOf } from './headlines.ts';
import type { Language } from './language.ts';
import { type Phrase, phrasesOf } from './phrases.ts';
import type { SentenceRange } from './salience.ts';
import type { SlideTitle } from './slide-titles.ts';
import type { Speech } from './speech.ts';
import type { TitleCandidate } from './title-features.ts';
import { titleCandidates } from './title-ranker.ts';
import { type Span, titleSpans } from './title-spans.ts';

/** What the title of a stretch is chosen from: phrases in one piece, what is done or asked, and single subjects. */
export type TitleMaterial = {
  stretch: SentenceRange;
  spans: readonly Span[];
  /** What is said to come, most surely first. English only. */
  announced: readonly Span[];
  /** All that may stand as a title. English only. */
  candidates: readonly TitleCandidate[];
  phrases: readonly Phrase[];
  /** What the slides call it, which whoever made them has thought about. */
  slide?: SlideTitle | undefined;
};

export function titleMaterial(speech: Speech, stretch: SentenceRange, { code }: Language): TitleMaterial {
  const phrases = phrasesOf(speech, stretch);
  const spans = titleSpans(speech, stretch, phrases, code);
  if (code !== 'en') return { stretch, spans, announced: [], candidates: [], phrases };
  const announced = announcedIn(speech, stretch, phrases);
  const candidates = titleCandidates({ spans, announced, headlines: headlinesOf(speech, stretch, phrases) });
  return { stretch, spans, announced, candidates, phrases };
}
