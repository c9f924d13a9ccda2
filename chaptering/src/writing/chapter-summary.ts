import { memoize } from '../memoize.ts';
import { lexemeOf, stemsIn } from '../terms.ts';
import { toThirdPerson, extractStatements } from './claims.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { taggedWords } from './grammar.ts';
import type { SpeechProfile } from './speech.ts';
import { lowercaseStart } from './spelling.ts';
import type { Transcript } from '../transcript.ts';
import type { Lexicon } from '../segmentation/lexicon.ts';
import { isHalting } from './spoken.ts';
import { overlap, type WordRange } from './elisions.ts';
import { identifySpeakers } from './people.ts';
import { isGarbled } from './reportable.ts';
import { isRestatement } from './points.ts';
import type { SentenceRange } from './salience.ts';
import { keySentences, type SummarySentence } from './summaries.ts';

/** Warnings: a loss or failure when something is or is not done. */
const LOSS =
  /^(?:if|when|unless|without)\b.*\b(?:lose|loses|lost|unable|vulnerable|steal|stolen|dangerous|attacker|fails?|unusable)\b/i;

/** Demands about the matter itself, outside questions and conditions. */
const DEMAND =
  /^(?!(?:if|when|once|because|while)\b)(?:(?!\b(?:that|which|who|what|how|when|whether|if|where)\b).)*\b(?:should(?! have\b)|ought to)\b/i;

/**
 * How somebody comes to say a claim: who asks for something argues, who gives a reason or says what something is
 * explains.
 */
export function chooseReportingVerb(claim: string): 'argues' | 'warns' | 'explains' | 'says' {
  if (DEMAND.test(claim)) return 'argues';
  if (LOSS.test(claim)) return 'warns';
  return /\b(?:because|so that|which means|means|in order to|if|is an?|are)\b/i.test(claim) ? 'explains' : 'says';
}

/** A claim as others report it: 'that they need flour'. */
export const toThatClause = (claim: string, speech: SpeechProfile): string =>
  `that ${toSubordinateClause(toThirdPerson(claim), speech)}`;

/** A sentence behind 'that': its first word small, unless it is a name. */
export function toSubordinateClause(text: string, speech: SpeechProfile): string {
  const [word = ''] = /^\p{Lu}\p{Ll}+(?![\p{L}\d_])/u.exec(text) ?? [];
  const lower = word.toLowerCase();
  if (word === '' || speech.spellings.has(lower)) return lowercaseStart(text, speech);
  const small = lower + text.slice(word.length);
  // The tagger takes any word with a capital for a name, and a name in small letters for a noun.
  const { tag } = taggedWords(small)[0] ?? {};
  const isName =
    GIVEN_NAMES.has(lower) ||
    tag === 'PROPN' ||
    (tag === 'NOUN' && !lower.endsWith('s') && !writtenSmall(speech).has(lower));
  return isName || speech.speakers.has(lexemeOf(word).stem) ? text : small;
}

/** The words that are written in small letters anywhere. */
const writtenSmall = memoize(
  ({ tokens }: SpeechProfile): ReadonlySet<string> =>
    new Set(tokens.flatMap((sentence) => sentence.flatMap(({ word, lower }) => (word === lower ? [lower] : [])))),
);

type ChapterWishes = { title: string; most: number; without: readonly WordRange[]; query?: ReadonlySet<string> };

/** With fewer claims, what else was said and stands alone is told as well. */
const ENOUGH = 2;
/** Words about the speakers, the listeners or the talk itself. */
const OF_THE_MOMENT =
  /\b(?:I|I['’]\p{L}+|me|my|mine|myself|us|ourselves|here|now|today|tomorrow|earlier|next|guys|folks|thank(?:s|ed)?|sorry|please|hopefully|question|you said|you mentioned|talk(?:ed|ing)? about|(?:un)?muted?|hear you|your (?:network|connection|internet|micro?phone|mic|audio|sound|camera|video|screen|headset))\b|\bwe['’](?:ll|d)\b|\bwe(?:['’]re| are) (?:going to|gonna|now)\b|^(?:So|And|But|Or|Well|Yes|No|Yeah|Okay|Also|Then|Let|You (?:mean|know|see|said))\b|["“?]/iu;

/** Reports an English chapter's claims beside its quotes, in spoken order, and names each speaker where they begin. */
export function reportChapterClaims(
  { transcript, lexicon, speech }: { transcript: Transcript; lexicon: Lexicon; speech: SpeechProfile },
  stretch: SentenceRange,
  { title, most, without, query }: ChapterWishes,
): string[] {
  const { names, speakerOf } = identifySpeakers(speech);
  const quoted = ({ i }: SummarySentence): boolean =>
    without.some((words) => overlap(words, transcript.sentences[i]!.words));
  const asking = query === undefined ? {} : { query };
  const chosen: (SummarySentence & { stems: readonly string[] })[] = [];
  const choose = (from: readonly SummarySentence[]): void => {
    for (const one of from) {
      if (chosen.length === most) break;
      const isOurs = /\b(?:we|our)\b/i.test(one.text);
      if (quoted(one) || (isOurs && speakerOf(one.i) === undefined)) continue;
      const stems = stemsIn(one.text);
      if (!chosen.some((other) => isRestatement(stems, other.stems))) chosen.push({ ...one, stems });
    }
  };
  choose(extractStatements(transcript, lexicon, speech, stretch, [title], names.length > 0, query));
  if (chosen.length < ENOUGH && !isHalting(speech))
    choose(
      keySentences(transcript, lexicon, stretch, { most, english: true, speech, without, ...asking })
        .filter(({ text }) => !OF_THE_MOMENT.test(text) && !isGarbled(text))
        .slice(0, ENOUGH - chosen.length),
    );
  chosen.sort((a, b) => a.i - b.i);
  const labelOf = (i: number): string | undefined => transcript.sentences[i]!.speaker;
  return chosen.map(({ i, text }, n) => {
    const last = chosen[n - 1]?.i;
    const before = last === undefined ? undefined : speakerOf(last);
    // Without a word, what somebody of no name says would be told as of who was named before.
    const others = before !== undefined && labelOf(i) !== labelOf(last!) ? 'Another speaker' : undefined;
    const by = speakerOf(i) ?? others;
    return by === undefined || by === before
      ? toThirdPerson(text)
      : `${by} ${chooseReportingVerb(text)} ${toThatClause(text, speech)}`;
  });
}
