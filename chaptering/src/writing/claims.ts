import { gradeClaim } from './claim-features.ts';
import type { Lexicon } from '../segmentation/lexicon.ts';
import { memoize } from '../memoize.ts';
import type { Transcript } from '../transcript.ts';
import { lexemeOf, stemsIn, wordsOf } from '../terms.ts';
import { taggedWords } from './grammar.ts';
import { isReportable } from './reportable.ts';
import type { SentenceRange } from './salience.ts';
import { type SpeechProfile, stemCounts } from './speech.ts';
import { keySentences, sentenceAfter, type SummarySentence } from './summaries.ts';
import { shorterWordings } from './spoken.ts';
import { scoreSentence } from './score-sentence.ts';

/** Words of a claim that a text reports. */
const LENGTH = { least: 8, most: 40 };

/** How many of a stretch are looked at, and how much they have to be worth at least. */
const MOST = 18;
/** How much more a better grade counts than where the subject stands. */
const BY_GRADE = 2;
const LEAST_WORTH = 0.45;
/** A word said so often in a stretch is one of its subjects. */
const OFTEN = 2;

/** Cached standalone sentences per time range, because the chapter and the whole recording both use them. */
const toldOf = memoize((_: SpeechProfile) => new Map<string, readonly SummarySentence[]>());

function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** Claims in a time range of English about its subjects, best first. The last subject is the heading. */
export function extractStatements(
  transcript: Transcript,
  lexicon: Lexicon,
  speech: SpeechProfile,
  stretch: SentenceRange,
  subjects: readonly string[],
  isNamed: boolean,
  query?: ReadonlySet<string>,
): SummarySentence[] {
  const tell = (): SummarySentence[] =>
    keySentences(transcript, lexicon, stretch, {
      most: MOST,
      ...(query === undefined ? {} : { query }),
      english: true,
      speech,
      told: (text) => (isNamed ? asReportedOfThem : asReported)(pointingAtNothing(text, speech)),
      judged: permitted,
    });
  const told = query === undefined ? kept(toldOf(speech), `${stretch.join('-')} ${isNamed}`, tell) : tell();
  const often = [...stemCounts(speech.tokens.slice(...stretch))].flatMap(([stem, count]) =>
    count >= OFTEN ? [stem] : [],
  );
  const named = subjects.flatMap(stemsIn);
  // Claims about speakers themselves are not the recording's subject.
  const ofTheMatter = told.filter(({ text }) => !speech.speakers.has(lexemeOf(wordsOf(text)[0] ?? '').stem));
  const understood = ofTheMatter.map((one) => ({
    ...one,
    score: Math.exp(BY_GRADE * gradeClaim(one.text, speech, subjects.at(-1) ?? '')),
  }));
  return claimsAbout(understood, new Set([...named, ...often, ...saidThroughout(speech)]));
}

/** Words of so large a share of a recording's passages are its subjects. */
const THROUGHOUT = 0.25;
const saidThroughout = memoize(({ spread }: SpeechProfile): readonly string[] =>
  [...spread].flatMap(([stem, share]) => (share >= THROUGHOUT ? [stem] : [])),
);

/** Lower threshold, because the sentence explains a claim worth telling. */
const LEAST_WORTH_BEHIND = 0.25;
/** Openings that continue a matter: they refer to the previous subject, or give a reason or consequence. */
const GOES_ON =
  /^(?:it|its|they|their|this|that|these|those|otherwise|for example|for instance|in other words|then)\b/i;
const ABOUT_THE_TALK =
  /\b(?:I|I['’]\p{L}+|me|my|us|you said|here|there['’]s|obviously|basically|whatever|stuff|guys?|okay|sort of|kind of|right now|talk(?:ed|ing)? about|mentioned|said|question|example I|these|cool|everything else|as well)\b|, what,|["“?]|\bw(?:e['’]ll|e['’]re going)\b/iu;

const POINTS_FURTHER =
  /(?<=\s)(?:this|these|those)\b|\bthat[.,]|\b(?:that half|two things|what to do|to you)\b|^That (?:could|would|might)\b/i;

/** Returns the same speaker's next sentence on the same matter, worded to follow the first; undefined when unusable. */
export function findFollowingStatement(
  transcript: Transcript,
  i: number,
  speech: SpeechProfile,
  isNamed: boolean,
): string | undefined {
  const next = sentenceAfter(transcript, i, speech);
  // 'Because it is cold.' is half of a sentence.
  if (next === undefined || ABOUT_THE_TALK.test(next) || /^(?:because|which|so that)\b|, oh\b/i.test(next))
    return undefined;
  // Its opening refers to the previous sentence; any further reference would be unclear.
  if (POINTS_FURTHER.test(next)) return undefined;
  const isOurs = /\b(?:we|our)\b/i.test(next);
  if (isOurs && (!isNamed || /\b(?:they|their|them)\b/i.test(next))) return undefined;
  const before = new Set(stemsIn(transcript.sentences[i]!.text));
  const shares = stemsIn(next).filter((stem) => before.has(stem)).length;
  // 'It', or the words of the sentence before.
  return (GOES_ON.test(next) || shares > 0) && scoreSentence(next) >= LEAST_WORTH_BEHIND
    ? toThirdPerson(next)
    : undefined;
}

/** How much more a claim is worth whose first words name what it is about. */
const NAMED_FIRST = 1.6;
/** Conditions are told after what is. */
const CONDITIONAL = 0.7;

/** Announcements and sentences addressed to someone state no view on the matter. */
const TO_SOMEBODY =
  /\bour (?:first|next|last|final) (?:topic|item|question)\b|\b(?:we'll|we will|i'll|i will|i was|i had|we had|we've had|had you)\b|^you\b/i;

/** How much it has to be worth. */
const LEAST_WORTH_SPOKEN = 0.8;

/**
 * Sentences of English in a time range fit to tell verbatim, best first. Named speakers suggest an edited transcript,
 * so sentences too plain for quotes are accepted.
 */
export const spokenStatements = (
  transcript: Transcript,
  lexicon: Lexicon,
  speech: SpeechProfile,
  stretch: SentenceRange,
  isNamed: boolean,
): SummarySentence[] =>
  keySentences(transcript, lexicon, stretch, {
    most: 2,
    english: true,
    speech,
    strict: !isNamed,
    told: (text, said) =>
      text === said && text.endsWith('.') && !TO_SOMEBODY.test(text) && scoreSentence(text) >= LEAST_WORTH_SPOKEN
        ? [text]
        : [],
  });

/** Statements that name one of the subjects, best first. */
function claimsAbout(sentences: readonly SummarySentence[], stems: ReadonlySet<string>): SummarySentence[] {
  const names = (text: string): boolean => stemsIn(text).some((stem) => stems.has(stem));
  return sentences
    .flatMap((sentence) => {
      const words = sentence.text.split(' ').length;
      const main = mainClause(sentence.text);
      // 'If you rush it, that costs flavour': what that is, was just said.
      const before = main !== sentence.text && /^(?:that|it) /i.test(main) ? '' : beforeTheVerb(main);
      if (before === undefined || words < LENGTH.least || words > LENGTH.most || !names(sentence.text)) return [];
      return [
        {
          ...sentence,
          score:
            sentence.score *
            (names(before) ? NAMED_FIRST : 1) *
            (/^(?:if|when)\b/i.test(sentence.text) ? CONDITIONAL : 1),
        },
      ];
    })
    .toSorted((a, b) => b.score - a.score || a.i - b.i);
}

/** Without the clause or phrase in front: 'If you rush it, the dough tears' is about the dough. */
const mainClause = (text: string): string =>
  text.replace(/^(?:if|when|once|because|while|although|since|unless|for|in)\b[^,]*, (?:then )?/i, '');

/** Share of passages that makes a thing known, so that 'this oven' becomes 'the oven'. */
const KNOWN_THROUGHOUT = 0.15;

/** 'This bug', 'those rules' as the bug and the rules, where the recording speaks of them throughout. */
const pointingAtNothing = (text: string, { spread }: SpeechProfile): string =>
  text.replace(
    /\b(this|that|these|those) (\p{Ll}{3,})(?= (?:is|are|was|were|has|have|can|will|would|could|should|in|of|for|to|and|on|with|at|from)\b|[,.])/giu,
    (said: string, pointer: string, noun: string, at: number) => {
      // 'They found that heat is lost' points at none.
      const isVerbNext = !/^(?: (?:in|of|for|to|and|on|with|at|from)\b|[,.])/.test(text.slice(at + said.length));
      const isBound = at === 0 || /\b(?:of|in|for|to|with|on|at|from|by|if|when) $/i.test(text.slice(0, at));
      if (/^that$/i.test(pointer) && (noun.endsWith('s') || (isVerbNext && !isBound))) return said;
      const isKnown =
        (spread.get(lexemeOf(noun).stem) ?? 0) >= KNOWN_THROUGHOUT && taggedWords(`The ${noun} is.`)[1]?.tag === 'NOUN';
      return isKnown ? `${/^\p{Lu}/u.test(pointer) ? 'The' : 'the'} ${noun}` : said;
    },
  );

/**
 * A sentence as a text may report it, without whose opinion it is and what it is said beside, the fullest wording
 * first.
 */
const asReported = (text: string): string[] =>
  shorterWordings(text).flatMap((wording) => {
    const told = withoutOpening(wording);
    return isReportable(permitted(told)) && scoreSentence(told) >= LEAST_WORTH ? [told] : [];
  });

function withoutOpening(text: string): string {
  const body = text
    .replace(
      /^(?:I (?:do )?(?:think|believe|would say|would argue)|I'd say|we know|we think)(?: that|,)? (?!(?:so|not|about|it)\b)/i,
      '',
    )
    .replace(
      /^(?:in fact|of course|in general|in summary|to summarise|to summarize|the thing is that|for context|the fact is that|the truth is that|it turns out that|it's true that),? /i,
      '',
    )
    .replace(/(?<!not|but) also(?= \p{Ll})/u, '');
  return body.charAt(0).toUpperCase() + body.slice(1);
}

/** Things done to the speakers, and announcements of what comes next. */
const TO_COME = /\b(?:us|ourselves)\b|\bwe['’]ll\b|\bwe(?:['’]re| are) (?:going to|gonna)\b/i;

/** The same where it is told who says it: what they say of themselves may be told of them. */
const asReportedOfThem = (text: string): string[] =>
  shorterWordings(text).flatMap((wording) => {
    const told = withoutOpening(wording);
    return !TO_COME.test(told) && isReportable(permitted(toThirdPerson(told))) && scoreSentence(told) >= LEAST_WORTH
      ? [told]
      : [];
  });

/** Behind 'Ann says that' more may stand than by itself: what there is, what one can do, what all or some do. */
const permitted = (text: string): string =>
  text
    .replace(/\bthere(?= (?:is|are|was|were|will be|has been|have been)\b)/giu, 'bread')
    .replace(/\b(?:this year|these days|those who)\b/giu, 'people')
    // Masks words about the occasion or earlier remarks: quotes may not contain them, attributed reports may.
    .replace(
      /\b(?:earlier|previous(?:ly)?|authors?|committees?|ministers?|minutes|meetings?|presentations?|petitions?|motions?|patch(?:es)?|pull requests?|PRs?|release candidates?)\b/giu,
      'bread',
    )
    .replace(
      /^(?:You (?=(?:can|could|need|have to|only|don['’]t|cannot|can['’]t|still|get)\b)|(?:As|With|From|Every) |(?:Some|All|Another) (?!of\b|are\b|is\b|were\b|have\b|do\b|can\b|will\b))/u,
      'Bakers ',
    );

/** 'We need flour', and they need it: what somebody says, as others report it. */
export const toThirdPerson = (text: string): string =>
  text
    .replace(/\b([Ww])e(?=(?:['’](?:re|ve|ll))?\b)(?!['’]d)/gu, (_, w: string) => (w === 'W' ? 'They' : 'they'))
    .replace(/\b([Oo])ur(?=\b)/gu, (_, o: string) => (o === 'O' ? 'Their' : 'their'));

/** Subject before the verb of a sentence; undefined when another clause begins first. */
function beforeTheVerb(text: string): string | undefined {
  const tagged = taggedWords(text);
  // 'Research on ways to choose' has no verb of its own.
  const verb = tagged.findIndex(
    ({ tag, lower }, n) =>
      tag === 'AUX' ||
      (tag === 'VERB' &&
        !/(?:ing|ed)$/.test(lower) &&
        tagged[n - 1]?.lower !== 'to' &&
        !(tagged[n - 1]?.tag === 'ADV' && tagged[n - 2]?.lower === 'to')) ||
      lower === "'s",
  );
  if (verb < 1) return undefined;
  const before = text.slice(0, tagged[verb]!.from);
  // 'The message you will send': and what of it?
  const isNamedOnly =
    /^(?:DET|NOUN|PROPN|ADJ|NUM)$/.test(tagged[0]!.tag) && / (?:you|we|they|it|since|once|whether)\b/iu.test(before);
  return isNamedOnly || /[,;:]|\b(?:that|which|who|when|if|because|as|while|than|what|how|where)\b/i.test(before)
    ? undefined
    : before;
}
