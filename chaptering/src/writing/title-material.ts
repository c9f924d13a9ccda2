import type { TitlePhrase } from './segmented-spans.ts';
import { announcedIn } from './announced.ts';
import { composeHeadlines } from './headlines.ts';
import type { LanguageFacts } from './language.ts';
import { type Phrase, rankPhrases } from './phrases.ts';
import type { SentenceRange } from './salience.ts';
import type { SlideTitle } from './slide-titles.ts';
import type { SpeechProfile } from './speech.ts';
import type { TitleCandidate } from './title-features.ts';
import { titleCandidates } from './title-ranker.ts';
import { titleSpans } from './title-spans.ts';

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
