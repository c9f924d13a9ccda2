/** Enough of them make a text English; elsewhere "um" is a word. */
const ENGLISH = new Set(['the', 'and', 'to', 'that', 'with', 'this', 'it', 'you']);
const ENOUGH_ENGLISH = 2;
const HESITATION = /^(?:u+h+m*|u+m+|e+r+m+|h+m+)$/;
/** Between commas they say nothing; "like" and "sort of" may say that a claim is no exact one. */
const PHRASES = ['you know', 'i mean'].map((phrase) => phrase.split(' '));
/** Words that nobody says twice at once on purpose. */
const STUTTERED = new Set('the a an and of to i we they he she my our your their but or if because'.split(' '));
/** Stutters among others only: "what it is is" and "I told you you can" are said on purpose. */
const STUTTERED_TOGETHER = new Set([...STUTTERED, ...'in on for with it is was that this you'.split(' ')]);
const LONGEST_STUTTER = 3;

const bare = (word: string): string => word.toLowerCase().replace(/[,–—-]$/, '');
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

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
    // A sentence must not begin small.
    const beginsSmall = isCapital(words[at]!) && !isCapital(words[at + length] ?? '');
    if (length > 0 && !beginsSmall) isFiller.fill(true, at, at + length);
  }
  const kept = withoutStutters(
    plain,
    words.flatMap((_, at) => (isFiller[at] ? [] : [at])),
    words,
  );
  return kept
    .map((at, n) => {
      const next = kept[n + 1];
      const isSetOff = isFiller[at + 1] === true && (next === undefined || words[next - 1]!.endsWith(','));
      return isSetOff ? words[at]!.replace(/,$/, '') : words[at]!;
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

/** The places of words without the first of two that are the same, in stretches of up to three. */
function withoutStutters(plain: readonly string[], places: readonly number[], words: readonly string[]): number[] {
  const kept: number[] = [];
  for (let n = 0; n < places.length; n += 1) {
    let length = LONGEST_STUTTER;
    const isStutter = (): boolean => {
      const [first, second] = [places.slice(n, n + length), places.slice(n + length, n + 2 * length)];
      if (second.length < length || isCapital(words[first[0]!]!) !== isCapital(words[second[0]!]!)) return false;
      const known = length === 1 ? STUTTERED : STUTTERED_TOGETHER;
      return first.every((place, k) => known.has(plain[place]!) && plain[place] === plain[second[k]!]);
    };
    while (length > 0 && !isStutter()) length -= 1;
    if (length > 0) n += length - 1;
    else kept.push(places[n]!);
  }
  return kept;
}
