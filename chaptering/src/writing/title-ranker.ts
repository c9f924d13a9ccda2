import type { TitlePhrase } from './segmented-spans.ts';
import type { Headline } from './headlines.ts';
import { isPersonOrOrganisation } from './span-faults.ts';
import type { SentenceRange } from './salience.ts';
import type { SpeechProfile } from './speech.ts';
import { type TitleCandidate, type TitleFeatures, titleFeatures } from './title-features.ts';
import { tokeniseWords } from './word-profile.ts';
import coefficients from './title-coefficients.json' with { type: 'json' };

/** How much each feature speaks for a candidate. */
export type TitleWeights = Readonly<Record<keyof TitleFeatures, number>>;

/** Learned from people's titles by `train/train-titles.ts`; the file says from which. */
const trainedWeights: TitleWeights = coefficients.weights;

/** Readers' objections that shared words do not reveal. */
const MINDED = {
  /**
   * Discounts phrases common everywhere, which do not distinguish this chapter: `lift` is the log of relative
   * frequency here, `spread` the share of the recording's passages.
   */
  everywhere: { lift: Math.log(1.4), spread: 0.5, worth: 0.35 },
  /** 'Dr Maple', 'Maple University' are who speaks or is asked, seldom what is spoken of. */
  who: 0.25,
  /** 'Story', 'Payment': one word says little, unless it is a name. */
  oneWord: { common: 0.4, name: 0.8 },
};
/** Score that counts in full: certainty of the announcement, or share of the best span's score. */
const WHOLE = { announced: 0.6, headline: 0.6, span: 1 };
const MOST = { spans: 30, headlines: 12, words: 8, letters: 100 };

/** Collects possible titles of an English chapter; each text appears once, from the first finder. */
export function titleCandidates(found: {
  spans: readonly TitlePhrase[];
  announced: readonly TitlePhrase[];
  headlines: readonly Headline[];
}): TitleCandidate[] {
  const candidates = new Map<string, TitleCandidate>();
  const add = (list: readonly TitlePhrase[], from: TitleCandidate['from']): void => {
    for (const span of list) {
      const { text } = span;
      const key = text.toLowerCase();
      if (text.split(' ').length <= MOST.words && text.length <= MOST.letters && !candidates.has(key))
        candidates.set(key, { ...span, from });
    }
  };
  add(found.announced, 'announced');
  add(found.headlines.slice(0, MOST.headlines), 'headline');
  add(found.spans.slice(0, MOST.spans), 'span');
  return [...candidates.values()];
}

/** The candidates, best first. */
export function rankedTitles(
  speech: SpeechProfile,
  stretch: SentenceRange,
  candidates: readonly TitleCandidate[],
  weights = trainedWeights,
): TitlePhrase[] {
  const best = Math.max(1e-9, ...candidates.map(({ from, score }) => (from === 'span' ? score : 0)));
  return titleFeatures(speech, stretch, candidates)
    .map((features, n) => {
      const candidate = candidates[n]!;
      const learned = Math.exp(
        Object.entries(features).reduce((sum, [name, value]) => sum + weights[name as keyof TitleFeatures] * value, 0),
      );
      const score =
        learned *
        Math.sqrt(foundWorth(candidate, best) * (candidate.sound ?? 1)) *
        readersWorth(candidate, features, speech);
      return { text: candidate.text, stems: candidate.stems, score };
    })
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
}

/** Finder's rating of a candidate, up to 1; finders are stricter than people's titles suggest. */
const foundWorth = ({ from, score }: TitleCandidate, bestSpan: number): number =>
  Math.min(1, from === 'announced' ? score / WHOLE.announced : score / (bestSpan * WHOLE[from]));

function readersWorth({ text, stems }: TitleCandidate, features: TitleFeatures, { spread }: SpeechProfile): number {
  const isEverywhere =
    features.liftMost < MINDED.everywhere.lift ||
    (stems.length > 0 && stems.every((stem) => (spread.get(stem) ?? 0) > MINDED.everywhere.spread));
  const isName = features.names + features.acronyms > 0;
  return (
    (isEverywhere ? MINDED.everywhere.worth : 1) *
    (isPersonOrOrganisation(tokeniseWords(text)) ? MINDED.who : 1) *
    (features.one === 0 ? 1 : isName ? MINDED.oneWord.name : MINDED.oneWord.common)
  );
}
