/** Enough of them make a text English; elsewhere "um" is a word. */
const ENGLISH = new Set(['the', 'and', 'to', 'that', 'with', 'this', 'it', 'you']);
const ENOUGH_ENGLISH = 2;
const HESITATION = /^(?:u+h+m*|u+m+|e+r+m+|h+m+)$/;
/** Between commas they say nothing; "like" and "sort of" may say that a claim is no exact one. */
const PHRASES = ['you know', 'i mean'].map((phrase) => phrase.split(' '));
/** Words that nobody says twice at once on purpose. */
const STUTTERED = new Set(
  'the a an and of to i we they he she my our your their its but or if because every each some any these those when where which how'.split(
    ' ',
  ),
);
/** Stutters among others only: "what it is is" and "I told you you can" are said on purpose. */
const STUTTERED_TOGETHER = new Set([...STUTTERED, ...'in on for with it is was that this you'.split(' ')]);
const LONGEST_STUTTER = 3;

const bare = (word: string): string => word.toLowerCase().replace(/[,–—-]$/, '');
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
const endsSentence = (word: string | undefined): boolean => word === undefined || /[.!?…]["'”’)]*$/.test(word);

/** Not left out of what is said: 'mm' are millimetres, too. */
const MURMUR = /^(?:m+h*m+|a+h+)$/;

/** Whether a word is only a hesitation: 'um', 'mm-hmm'. */
export const isHesitation = (word: string): boolean =>
  bare(word)
    .split('-')
    .every((part) => HESITATION.test(part) || MURMUR.test(part));

/**
 * Leaves fillers and immediate repetitions of a closed list out of what was said, as transcription services do. Adds,
 * changes and reorders nothing.
 */
export function cleanSpeech(spoken: string): string {
  const words = spoken.split(' ');
  const plain = words.map(bare);
  const english = words.map((word) => word.toLowerCase().replace(/\W+$/, '')).filter((word) => ENGLISH.has(word));
  if (new Set(english).size < ENOUGH_ENGLISH) return spoken;
  const isFiller = words.map(() => false);
  for (let at = 0; at < words.length; at += 1) {
    const length = fillerAt(words, plain, at);
    const beginsSmall = endsSentence(words[at - 1]) && !isCapital(words[at + length] ?? '');
    // A sentence that began large must not begin small.
    if (length > 0 && !(beginsSmall && isCapital(words[at]!))) isFiller.fill(true, at, at + length);
  }
  const kept = withoutStutters(
    plain,
    words.flatMap((_, at) => (isFiller[at] ? [] : [at])),
    words,
  );
  return kept
    .map((at, n) => {
      const next = kept[n + 1] ?? words.length;
      const filler = isFiller.lastIndexOf(true, next - 1);
      const isSetOff = isFiller[at + 1] === true && (next === words.length || words[filler]!.endsWith(','));
      // "Every page, um, every email": the comma is the list's.
      const isListed = next < words.length && plain[at - 1] === plain[next];
      return isSetOff && !isListed ? words[at]!.replace(/,$/, '') : words[at]!;
    })
    .join(' ');
}

/** How many words from here on are a filler. */
function fillerAt(words: readonly string[], plain: readonly string[], at: number): number {
  if (HESITATION.test(plain[at]!)) return 1;
  if (!words[at - 1]?.endsWith(',')) return 0;
  const phrase = PHRASES.find((each) => each.every((word, n) => plain[at + n] === word));
  return phrase && words[at + phrase.length - 1]!.endsWith(',') ? phrase.length : 0;
}

/** The places of words without one of two that are the same, in stretches of up to three. */
function withoutStutters(plain: readonly string[], places: readonly number[], words: readonly string[]): number[] {
  const left = [...places];
  const kept: number[] = [];
  const startsLarger = (one: number, other: number): boolean => isCapital(words[one]!) && !isCapital(words[other]!);
  const isStutter = (length: number): boolean => {
    const [first, second] = [left.slice(0, length), left.slice(length, 2 * length)];
    if (second.length < length || !first.every((place, k) => plain[place] === plain[second[k]!])) return false;
    // A hesitation between them makes it one, whatever the words.
    if (second[0]! - first.at(-1)! > 1) return true;
    const known = length === 1 ? STUTTERED : STUTTERED_TOGETHER;
    const startsAnew = startsLarger(first[0]!, second[0]!) || startsLarger(second[0]!, first[0]!);
    return !startsAnew && first.every((place) => known.has(plain[place]!));
  };
  while (left.length > 0) {
    let length = LONGEST_STUTTER;
    while (length > 0 && !isStutter(length)) length -= 1;
    if (length === 0) kept.push(left.shift()!);
    // Where a sentence begins with the first ones, they stay.
    else left.splice(startsLarger(left[0]!, left[length]!) ? length : 0, length);
  }
  return kept;
}
