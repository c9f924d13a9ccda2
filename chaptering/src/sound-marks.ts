/** Word beginnings of sound descriptions in captions, in the most common caption languages. */
const sounds = [
  'applau|laugh|music|chuckl|sigh|cough|cheer|clap|giggl|gasp|sniff|snort|groan|scream|whistl|hum(?:s|ming)?\\b',
  'horn|honk|bark|thunder|engine|footsteps|explosion|gunshot|alarm|noise|beep|buzz|ring(?:s|ing)?\\b|bell|knock|click|static|silence|pause|crosstalk|inaudible|unintelligible|indistinct',
  'foreign|speaking|speaks|singing|sings|song|theme|intro music|outro|clears? throat|background|audio|video plays|no audio',
  'beifall|applaus|gelächter|lach|musik|husten|räusper|stille|unverständlich|risas|aplausos|música|risos|rires',
  'musique|inaudible|risate|applausi|musica|gelach|applaus|gejuich|skratt|смех|музык|аплодисмент',
  '音楽|拍手|笑|音乐|掌声|笑声|음악|박수|웃음',
].join('|');

const inside = '[^\\][()（）【】\\n]{0,24}';
/** At the beginning of a word: '(string)' is no ring. */
const named = `[[(（【]${inside}?(?<![a-z])(?:${sounds})${inside}[\\])）】]`;
const starred = `\\*(?:${sounds})[^*\\n]{0,30}\\*`;
const sung = '[♪♫♬♩][^♪♫♬♩\\n]{0,300}[♪♫♬♩]+|[♪♫♬♩]+';

const marks = new RegExp(`${named}|${starred}|${sung}`, 'giu');
/** Where nothing else stands beside it, whatever is in square brackets is a remark, and a line of song needs no end. */
const alone = new RegExp(`${named}|${starred}|\\[[^\\]\\n]{1,60}\\]|[♪♫♬♩].*`, 'giu');

/** Whether a text is a sound and no words: `[Music]`, `(applause)`, `♪ la la ♪`. */
export const isSoundMark = (text: string): boolean =>
  /[[(（【*♪♫♬♩]/.test(text) && !/[\p{L}\p{N}]/u.test(text.replace(alone, ''));

/** A text in pieces: words and the sounds between them, in order. The pieces are trimmed, and each shows something. */
export function splitWordsAndSounds(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    pieces.push(text.slice(from, index), mark);
    from = index + mark.length;
  }
  if (from === 0) return [text];
  pieces.push(text.slice(from));
  return pieces.map((piece) => piece.trim()).filter((piece) => /[^\s.,;–-]/.test(piece));
}

/** Times, and names of speakers as machines write them or with a colon behind the bracket. */
const labels = String.raw`\[(?:[\d:.,\s]*\d[:.]\d[\d:.,\s]*|(?:speaker|sprecher|participant)[ _-]?\w{0,4}|[^\[\]]{1,60}(?=\]:))\]:?`;
const unspoken = new RegExp(`${named}|${starred}|${sung}|${labels}`, 'giu');

/** Where in a text stands what nobody says, sounds and labels: the ends excluded. */
export const soundMarks = (text: string): [from: number, to: number][] =>
  /[[(（【*♪♫♬♩]/u.test(text)
    ? Array.from(text.matchAll(unspoken), (match): [number, number] => [match.index, match.index + match[0].length])
    : [];
