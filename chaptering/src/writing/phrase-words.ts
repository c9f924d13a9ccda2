import { stem } from '../terms.ts';
import { GIVEN_NAMES } from './given-names.ts';
import classes from './word-classes.json' with { type: 'json' };
import type { WordToken } from './word-profile.ts';

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const ACTIONS = listOf(classes.actions);
const DESCRIPTIONS = listOf(classes.describing);
const GENERAL = listOf(classes.general);

/** Words that may stand inside a phrase; 'the' only after 'of'. */
export const LINKS = new Set('of for in and with vs per the de la du des del di der von'.split(' '));
/** Stems of words that are nearly always verbs or describe only: a phrase with one of them is a piece of a sentence. */
const NEVER = new Set(
  `provide allow minimal require includ contain produc depend consid decid expect assum realiz recommend ensur enabl prevent avoid receiv
  choos creat extend bas review compar regard achiev obtain remain exist occur appear belong enjoy agree disagree appreciat wonder
  thank mention describ refer suggest propos assum involv imply cause tend manag happen reach arriv sound lead spend sit stand
  led eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
  converge summarize summarise discern play bring hold throw catch pick grab pull push rely seem suppose concern joined joining join wait arriv`
    .split(/\s+/)
    .map(stem),
);
const DESCRIBING = /(?:ful|able|ible|ous|less|(?:rac|pass|act|tens|pens|nat|relat|effect|respect|sens)ive)$/;
const ADVERB = /(?<!^(?:fami|assemb|supp|rep|monopo|anoma|imp|app|ita|al))ly$/;
/** Coarse words that are not printed. */
const COARSE =
  /^(?:crap\w*|shit\w*|bullshit|fuck\w*|dick\w*|butts?|ass|asshole\w*|damn\w*|hell|piss\w*|porn\w*|bitch\w*|dude|screw\w*|frigg\w*|freaking)$/;
/** Words that may not begin or end a phrase: they are of any subject. */
const WEAK = new Set(
  `according afraid anymore fewer worst aloud longer shorter bigger smaller faster slower higher lower mind mr.chair mr.speaker madamchair chair madam chairman invalid home creates numbers upside downside last next own main major several based related
  possible available necessary whole entire basic common similar exact clear due
  huge nice funny crazy random happy glad curious excited aware fully super half quick early late recent current previous following
  open close start goal way today's tons bunch amount step list version section piece area level bit hand head line name word words
  percent euro euros dollar dollars pound pounds cent cents rid sake terms fact equivalent alright 'kay kay hm nah dude
  someone's top bottom side mode type types kinds sorts thoughts comment comments topic topics item discussion conversation speaker
  audience host guest guests listener listeners everyone's folk gentleman lady fellow member sentence paragraph`.split(
    /\s+/,
  ),
);

/** Sounds, and what is written of them. */
const SOUND = /^(?:m+[-h]|u+[hm]|h+[m]|a+h|o+h|e+h)|_/;

/** Whether the word may stand anywhere in a phrase: no verb, no adverb. */
export const canBePhrase = (token: WordToken): boolean =>
  !NEVER.has(token.stem) &&
  !ADVERB.test(token.lower) &&
  !isAction(token) &&
  !SOUND.test(token.lower) &&
  !isCoarse(token.lower);

export const isCoarse = (word: string): boolean => COARSE.test(word.toLowerCase());

/** Nearly always a verb; written with a capital inside a sentence it may be a name. */
export const isAction = ({ word, lower }: WordToken): boolean => ACTIONS.has(lower) && word === lower;

export const isGivenName = ({ word, lower }: WordToken): boolean => word !== lower && GIVEN_NAMES.has(lower);

/** Said in every recording, whatever its subject: 'context', 'review'. */
export const isGeneral = ({ lower }: WordToken): boolean => GENERAL.has(lower);

/** Whether a phrase may begin or end with the word. */
export const isEdge = (token: WordToken): boolean =>
  // Two small letters are a stutter or a unit.
  (token.lower.length > 2 || token.word !== token.lower) &&
  !token.stop &&
  !WEAK.has(token.lower) &&
  canBePhrase(token) &&
  !/\d{4,}/.test(token.lower);

/** Whether the word may stand for a thing: no participle, no adjective by its ending. */
export const isThing = ({ word, lower }: WordToken): boolean =>
  !(DESCRIPTIONS.has(lower) && word === lower) &&
  !/-(?:term|based|level|time|only|free|like|wide|in|out|up|off|on|side|end|the|to|of)$/.test(lower) &&
  !(DESCRIBING.test(lower) && lower.length > 5 && lower !== 'variable') &&
  !/[^e]ed$/.test(lower);
