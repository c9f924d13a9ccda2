import type { TitlePhrase } from './segmented-spans.ts';
import { isStopWord } from '../terms.ts';
import { taggedWords } from './grammar.ts';
import { findNounPhraseAt } from './nominal.ts';
import type { Phrase } from './phrases.ts';
import { isGeneral } from './phrase-words.ts';
import type { SentenceRange } from './salience.ts';
import type { SpeechProfile } from './speech.ts';
import { spellWord } from './spelling.ts';
import type { WordToken } from './word-profile.ts';

/** Sentences into a stretch within which it is said what comes. */
const WITHIN = 7;
const DECAY = 4;
/** A sentence that is a heading: how near to the beginning, how sure, how many words. */
const HEADED_WITHIN = 3;
const HEADING = 1;
const LONGEST_HEADING = 6;
const BEFORE_HEADING = /^(?:so|okay|ok|and|then|next|up|well|now|all|right|alright|the|an?|yeah|yes|number|point)$/;
/** Words equally frequent everywhere name the whole recording's subject, not this part's. */
const SAID_EVERYWHERE = { lift: 1.4, share: 0.5, unlessSure: 1.2, worth: 0.35 };

const MORE = String.raw`(?:,? (?:now|next|today|then|here|briefly|quickly|first|again|us|me|a|the|little|bit|lot|more|some|something|somewhat|also|maybe|just|specifically|instead|through))*`;
const COUNT = 'next|first|second|third|fourth|fifth|sixth|last|final|other|another|main';
const ITEM =
  'item|topic|point|question|change|thing|section|one|idea|step|part|subject|issue|proposal|feature|story|news item|pr|pull request|update|release|theme|area|chapter|lesson|concept|problem|challenge|example|slide|segment|agenda item';
/** Before what a sentence announces, and how sure that is. */
const CUES: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(
      String.raw`\b(?:${COUNT})(?: \w+){0,2}? (?:${ITEM})s?(?: \w+){0,4}? (?:is|was|are|being|would be|will be)(?: actually| really| just| kind of)?(?: about| on| called| titled| that of| to (?:talk|speak) about| to)? `,
      'giu',
    ),
    1.3,
  ],
  [new RegExp(String.raw`\b(?:${COUNT})(?: \w+){0,1}? (?:${ITEM}|up)s?[,:] (?:is )?`, 'giu'), 1.3],
  [
    new RegExp(
      String.raw`\b(?:questions?|discussion|conversation|session|presentation|chapter|section|episode|video|talk|paper|lecture|webinar|item|evidence)${MORE} (?:about|on|regarding|around|concerning) `,
      'giu',
    ),
    1.2,
  ],
  [
    new RegExp(
      String.raw`\b(?:talk|talking|talked|speak|speaking|spoke|chat|chatting|ask|asking|hear|hearing|learn|think|thinking|tell|telling|say|know|curious|wondering|interested|thoughts|elaborate|expand|touch|focus|focusing|focused|concentrate)${MORE} (?:about|on|regarding|in) `,
      'giu',
    ),
    1,
  ],
  [
    new RegExp(
      String.raw`\b(?:let's|let us|let me|we'll|i'll|we will|i will|we're going to|i'm going to|we are going to|going to|gonna|want to|wanted to|wanna|like to|love to|can|could|should|time to|need to|have to|got to|gotta)(?: \w+)? (?:discuss|cover|explore|introduce|explain|address|review|recap|summari[sz]e|look(?: \w+)? (?:at|into)|go (?:into|over|through)|get (?:into|to)|dive(?: \w+)? into|delve(?: \w+)? into|dig(?: \w+)? into|jump (?:in|on|into|to)(?: to)?|move(?: on)? to|move into|turn(?: \w+)? to|come(?: back)? to|walk through|start with|begin with|continue with|switch to|shift to|touch on|zoom in on|unpack|define|describe|demonstrate|present|estimate|compare|evaluate)${MORE} `,
      'giu',
    ),
    1.1,
  ],
  [
    /\b(?:moving|turning|switching|shifting|coming|jumping|going|getting)(?: gears)?(?: on| over| back)? (?:to|into) /giu,
    1,
  ],
  [
    /^(?:\w+,? ){0,3}?there(?:'s| is| are|'re)(?: also)?(?: this| these| the)?(?: things? called| idea of| concept of)? /giu,
    0.8,
  ],
  [/\b(?:called|titled|entitled|known as|namely|welcome to) /giu, 0.9],
  [
    /\b(?:when it comes to|as for|in terms of|with respect to|with regards? to|regarding|speaking of|the (?:idea|concept|notion|question|problem|purpose|goal) (?:of|behind|with)) /giu,
    0.7,
  ],
  [
    /\b(?:explain|describe|define|understand|what is|what are|what's|what exactly is|what exactly are)(?: to us| for us| exactly| actually)? /giu,
    0.9,
  ],
];
/** 'We have Roof 2.1': named however late in its sentence. */
const PRESENTED = /\b(?:have|has|is) (?:the )?$/i;
const IN_PASSING = /\b(?:with|under|in|by|to|since|from|before|after|until|like|regular) (?:the )?$/i;
/** 'Roofs that leak' in quotation marks. */
const QUOTED = /["“]([^"”]{8,70}?)[.,]?["”]/gu;
/** A numbered matter or a version: 'Roof Tiles #29412', 'Roof 26.0rc2'. */
const NUMBERED =
  /\b((?:\p{Lu}[\p{L}\d-]*|\p{L}*\p{Lu}[\p{L}\d-]*)(?: \p{Lu}[\p{L}\d-]*){0,2}) (#\d+|v?\d+\.\d+[\w.-]*\w)/gu;
/** Few sentences have one, and looking for the words before it takes longer. */
const HAS_NUMBER = / (?:#\d|v?\d+\.\d)/u;
const OCCASION =
  /\b(?:newsletter|episode|recap|issue|podcast|meeting|session|section|slide|page|item|figure|chapter|number)s?$/i;
const CLAUSE = /^((?:how|why|what) [^,:;.?!—–"“”]{8,70})(?=[.?!,;:]|$)/iu;
const POINTING =
  /\b(?:it|its|it's|this|that|that's|these|those|they|they're|them|their|he|him|his|she|her|there|here|i|i'm|me|my|mine|some|something|anything|one|guys?|else|so|then|just|like|actually|really|happens?|mean|say|talk|tell|mentioned|sorry|question|next|going|gonna|again|us|our|your|you|we|we're|uh|um)\b/i;

const isPresented = (before: string): boolean =>
  PRESENTED.test(before) || (before.length < 60 && !IN_PASSING.test(before));

/** Subjects that are announced near the beginning of a stretch in words of its own, best first. English only. */
export function announcedIn(
  speech: SpeechProfile,
  [from, to]: SentenceRange,
  phrases: readonly Phrase[],
): TitlePhrase[] {
  const known = new Map(phrases.slice(0, 400).map((phrase) => [phrase.stems.join(' '), phrase.score]));
  const best = phrases[0]?.score ?? 0;
  const counts = new Map<string, number>();
  for (let i = from; i < to; i++)
    for (const { stem, stop } of speech.tokens[i]!) if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const portion = (to - from) / Math.max(1, speech.tokens.length);
  const found = new Map<string, TitlePhrase>();
  for (let i = from; i < Math.min(to, from + WITHIN); i++) {
    const near = Math.exp(-(i - from) / DECAY);
    const { text } = speech.sentences[i]!;
    const tokens = speech.tokens[i]!;
    for (const { index, 1: name, 2: number } of HAS_NUMBER.test(text) ? text.matchAll(NUMBERED) : []) {
      // A version said later, or 'as of Roof 2.1', is no more than a remark.
      const isNamed = number!.startsWith('#') ? i - from < 3 : i - from < 2 && isPresented(text.slice(0, index));
      if (isNamed) offerNumbered(name!, number!, 3 * near);
    }
    for (const [, quoted] of text.matchAll(QUOTED)) {
      const stems = subjectStems(speech.tokenise(quoted!));
      if (/^[\p{Lu}\d]/u.test(quoted!) && quoted!.split(' ').length <= 9 && quoted!.includes(' '))
        offer(quoted!, stems, 1.6 * near, worthOf(stems, 1.6));
    }
    const heading = i - from < HEADED_WITHIN ? headingOf(tokens) : undefined;
    if (heading !== undefined) offerNominal(heading, HEADING, near);
    for (const [cue, sure] of CUES) {
      for (const match of text.matchAll(cue)) {
        const end = match.index + match[0].length;
        const clause = clauseIn(text.slice(end));
        if (clause !== undefined) {
          const stems = subjectStems(speech.tokenise(clause));
          offer(clause, stems, sure * near, worthOf(stems, sure));
        }
        const at = tokens.findIndex((token) => token.from >= end);
        const nominal = at < 0 ? undefined : findNounPhraseAt(tokens, at, speech);
        if (nominal !== undefined) offerNominal(nominal, sure, near);
      }
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));

  function offer(text: string, stems: readonly string[], sure: number, worth: number): void {
    if (worth === 0) return;
    const key = text.toLowerCase();
    const score = sure * worth;
    if ((found.get(key)?.score ?? 0) < score) found.set(key, { text, stems, score });
  }

  function offerNominal(nominal: readonly WordToken[], sure: number, near: number): void {
    const stems = subjectStems(nominal);
    offer(nominal.map((token) => spellWord(token, speech)).join(' '), stems, sure * near, worthOf(stems, sure));
  }

  /** A whole sentence that only names something: 'So, roof vents.' */
  function headingOf(tokens: readonly WordToken[]): readonly WordToken[] | undefined {
    const first = tokens.findIndex(({ lower }) => !BEFORE_HEADING.test(lower));
    if (first < 0 || tokens.length - first > LONGEST_HEADING) return undefined;
    const nominal = findNounPhraseAt(tokens, first, speech);
    return nominal?.at(-1) === tokens.at(-1) ? nominal : undefined;
  }

  /** Without the word that only begins the sentence: 'And Roof Tiles #29412'. */
  function offerNumbered(name: string, number: string, score: number): void {
    const words = name.split(' ');
    while (words.length > 0 && isStopWord(words[0]!.toLowerCase())) words.shift();
    if (words.length > 0 && !OCCASION.test(words.at(-1)!)) offer(`${words.join(' ')} ${number}`, [], score, 1);
  }

  /** How well what is announced is what then is spoken of: 0 where it does not come again. */
  function worthOf(stems: readonly string[], sure: number): number {
    const again = stems.filter((stem) => (counts.get(stem) ?? 0) > 1).length;
    if (again === 0) return 0;
    let inside = 0;
    for (let a = 0; a < stems.length; a++)
      for (let b = a + 1; b <= stems.length; b++)
        inside = Math.max(inside, known.get(stems.slice(a, b).join(' ')) ?? 0);
    const isEverywhere =
      sure < SAID_EVERYWHERE.unlessSure &&
      portion < SAID_EVERYWHERE.share &&
      stems.every((stem) => (counts.get(stem) ?? 0) < SAID_EVERYWHERE.lift * portion * (speech.counts.get(stem) ?? 0));
    const size = stems.length === 1 ? 0.5 : stems.length > 4 ? 0.9 : 1;
    return (
      (0.3 + inside / Math.max(best, 1e-9)) *
      size *
      (0.5 + again / stems.length / 2) *
      (isEverywhere ? SAID_EVERYWHERE.worth : 1)
    );
  }
}

/** Stems of the words that carry a subject; stop words and general words are left out. */
export const subjectStems = (tokens: readonly WordToken[]): string[] =>
  tokens.filter((token) => !token.stop && !isGeneral(token)).map(({ stem }) => stem);

const IS = /^what ((?:an? |the )?[\p{L}\d#_ -]+) (is|are)$/iu;

/** 'How the roof is sealed'; 'what a roof is' as the question it answers. */
function clauseIn(text: string): string | undefined {
  const { 1: clause, 0: all } = CLAUSE.exec(text) ?? [];
  if (clause === undefined || all === undefined || clause.split(' ').length > 9 || POINTING.test(clause))
    return undefined;
  if (!taggedWords(clause).some(({ tag }) => tag === 'AUX' || tag === 'VERB')) return undefined;
  const what = IS.exec(clause);
  if (what) return `what ${what[2]} ${what[1]}?`;
  return text.charAt(all.length) === '?' ? `${clause}?` : clause;
}
