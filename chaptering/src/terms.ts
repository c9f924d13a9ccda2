import { rememberedByWord } from './memoize.ts';
import { UNSPACED } from './unspaced-scripts.ts';

/**
 * Words without a subject: function words and small talk. English in full, other languages the most frequent; an even
 * spread over the recording reveals the rest.
 */
const ENGLISH = `a an the this that these those here there i me my mine myself we us our ours ourselves you your yours yourself
yourselves he him his himself she her hers herself it its itself they them their theirs themselves one ones someone somebody
something anyone anybody anything everyone everybody everything nobody nothing none other others another each every either
neither both all any some such same own who whom whose which what whatever where when why how whether if unless until while
although though because since so than then as at by for from in into of off on onto out over per through to toward towards under
up upon via with within without about above across after against along among around before behind below beneath beside between
beyond but down during except inside like near outside past and or nor not no yes yeah yep nope okay ok oh ah um uh er hmm mm mhm
huh wow hey hi hello bye thanks thank please sorry welcome am is are was were be been being do does did doing done have has had
having can could will would shall should may might must ought need needs needed let lets get gets getting got gotten go goes going
gone went come comes coming came make makes making made take takes taking took taken give gives giving gave given put puts putting
say says saying said tell tells telling told talk talks talking talked speak speaks speaking spoke ask asks asking asked know knows
knowing knew known think thinks thinking thought mean means meaning meant guess feel feels feeling felt see sees seeing saw seen
look looks looking looked want wants wanted wanting try tries trying tried use uses using used work works working worked find finds
finding found keep keeps kept show shows showing showed seem seems seemed happen happens happening happened start starts starting
started stop end ends ended call calls called calling maybe perhaps probably possibly actually basically literally really very quite
rather pretty just only even also too again still already yet ever never always often sometimes usually now today tomorrow yesterday
tonight soon later ago once twice first second third last next more most much many few less least lot lots bit little big small great
good better best bad well right wrong nice cool fine sure able different new old long short high low whole full certain kind kinda
sort sorta type way ways thing things stuff point points part parts case cases example examples fact time times day days week weeks
month months year years hour hours minute minutes moment people person guy guys folks man question questions answer answers idea
ideas reason reasons number place side end world life sense issue problem problems true false gonna wanna gotta cannot obviously
definitely absolutely exactly totally completely certainly honestly clearly simply especially generally essentially anyway anyways
however therefore otherwise instead else almost enough back away together far ahead two three four five six seven eight nine ten
hundred thousand million dont didnt doesnt isnt wasnt arent cant couldnt wont wouldnt shouldnt hasnt havent hadnt im ive ill youre
youve theyre weve thats whats theres heres lets episode podcast meeting chapter slide slides everybody's interesting important
couple several various particular particularly specific specifically recently currently yeah read write wrote written hear heard
remember understand understood explain explained mention mentioned suppose believe hope love add added bring brought set leave left
run runs running turn turned follow change changed move moved help helps helped become becomes became actual real easy hard simple
difficult interested talkabout maybe whatever afternoon morning evening ladies gentlemen mr mrs ms sir madam hon`;
const OTHERS = `der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war waren wird werden haben hat ich du er
sie wir ihr mit von zu für auf aus bei nach auch noch nur schon wie wenn dann dass weil so als kann können le la les un une des du de
et ou mais pas est sont était être avoir je tu il elle nous vous ils elles que qui dans pour sur avec par plus ce cette ces comme tout
el los las una unos y o pero no es son era ser estar yo tú él ella nosotros ellos que quien en para por con más este esta estos como
todo muy ya se su sus al del lo gli uno una e ma non è sono era essere io lui lei noi voi loro che chi per con più questo questa come
tutto os as um uma ou mas não são eu ele ela nós eles com mais isto isso het een en of maar niet zijn was ik jij hij zij wij dat wie
voor op met meer deze dit als alles`;
const STOP_WORDS = new Set(`${ENGLISH} ${OTHERS}`.split(/\s+/));

const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'gu');
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’+#_-]|\.(?=[\p{L}\p{N}]))*/gu;

/** A word without case, possessive or outer apostrophes. */
export const normaliseWord = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s$|'+$/, '');

export const isStopWord = (lower: string): boolean => {
  const whole = lower.replaceAll("'", '');
  return STOP_WORDS.has(whole) || STOP_WORDS.has(lower.split("'")[0]!) || /^[\d.,]+$/.test(lower);
};

/** A light suffix stripper, enough to bring 'releases', 'released' and 'releasing' together. */
export function stem(lower: string): string {
  let word = lower;
  if (word.length > 4 && word.endsWith('ies')) word = `${word.slice(0, -3)}y`;
  else if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) word = word.slice(0, -1);
  if (word.length > 6 && word.endsWith('ing')) word = single(word.slice(0, -3));
  else if (word.length > 5 && word.endsWith('ed')) word = single(word.slice(0, -2));
  if (word.length > 6 && word.endsWith('ly')) word = word.slice(0, -2);
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}

const single = (word: string): string => (/([^aeiouls])\1$/.test(word) ? word.slice(0, -1) : word);

/** A word as it is compared with others: `plain`, its `stem`, and whether it says nothing about the subject. */
export const lexemeOf = rememberedByWord((word) => {
  const lower = normaliseWord(word);
  return { lower, stem: stem(lower), isStop: isStopWord(lower) };
});

/** The words of a text as written, without punctuation. */
export const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** The stems of the words of a text that are no small words, names of one letter among them. */
export const stemsIn = (text: string): string[] =>
  wordsOf(text).flatMap((word) => {
    const { stem, isStop } = lexemeOf(word);
    return isStop ? [] : [stem];
  });

/** The stems of the words that carry the subject; of scripts without spaces, pairs of characters. */
export function extractSubjectStems(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text.replace(UNSPACED_RUN, ' '))) {
    const { lower, stem, isStop } = lexemeOf(word);
    if (isStop || lower.length < 2 || (lower.length < 3 && word !== word.toUpperCase())) continue;
    terms.push(stem);
  }
  for (const run of text.match(UNSPACED_RUN) ?? []) {
    for (let i = 0; i + 1 < run.length; i++) terms.push(run.slice(i, i + 2));
  }
  return terms;
}
