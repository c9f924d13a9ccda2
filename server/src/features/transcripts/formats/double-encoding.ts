import { isAscii, isUtf8 } from 'node:buffer';
import { decodePage } from './decode-page.ts';
import { oddPlaces, oddShare } from './guess-encoding.ts';

/** As what UTF-8 is taken by mistake, the usual ones first. */
const mistaken = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'ibm866',
  'koi8-r',
  'macintosh',
  'ibm850',
  'ibm437',
  'ibm852',
  'windows-1253',
  'windows-1256',
  'x-mac-cyrillic',
  'iso-8859-15',
  'iso-8859-2',
  'windows-1258',
] as const;
/** The same of two bytes a letter, where one may be a letter too. */
const mistakenWide = ['gb18030', 'big5', 'euc-kr', 'shift_jis'] as const;

/** The byte that each letter of a code page stands for, or two as one number. */
type Letters = Map<string, number>;

function lettersOf(encoding: string): Letters {
  const letters: Letters = new Map();
  const letterOf = (byte: number): string => decodePage(encoding, Uint8Array.of(byte));
  // Many programs take what a page leaves out for the letter of that number, mostly a control.
  for (let byte = 0x80; byte < 0x100; byte += 1)
    if (byte < 0xa0 || letterOf(byte) === '\uFFFD') letters.set(String.fromCharCode(byte), byte);
  for (let byte = 0; byte < 0x100; byte += 1) letters.set(letterOf(byte), byte);
  return letters;
}

function wideLettersOf(encoding: string): Letters {
  const decoder = new TextDecoder(encoding);
  const letters: Letters = new Map();
  for (let first = 0x81; first < 0xff; first += 1) {
    letters.set(decoder.decode(Uint8Array.of(first)), first);
    for (let second = 0x80; second < 0xff; second += 1)
      letters.set(decoder.decode(Uint8Array.of(first, second)), (first << 8) | second);
  }
  return letters;
}

const pages = new Map<string, Letters>(mistaken.map((encoding) => [encoding, lettersOf(encoding)]));

/** Two letters of a code page that may be the first bytes of one of UTF-8: most texts have none. */
const begins = new Map<string, RegExp>(
  [...pages].map(([encoding, bytes]) => {
    const letters = (from: number, to: number): string =>
      [...bytes].flatMap(([letter, byte]) => (byte >= from && byte <= to ? [letter] : [])).join('');
    return [encoding, new RegExp(`[${letters(0xc2, 0xf4)}][${letters(0x80, 0xbf)}]`, 'u')];
  }),
);

/** Programs may have done it one after the other. */
const mostTimes = 3;

/**
 * Undoes UTF-8 read as a code page and encoded again: `GrÃ¶ÃŸe`. Mends lines whose non-ASCII letters all become usual
 * ones.
 */
export function mendDoubleEncoding(text: string): { text: string; twice?: string } {
  let mended: { text: string; twice?: string } = { text };
  if (isAscii(Buffer.from(text))) return mended;
  for (let times = 0; times < mostTimes; times += 1) {
    const next = undoOnce(mended.text);
    if (!next) break;
    mended = { text: next.text, twice: next.twice };
  }
  return mended;
}

/** Runs beyond ASCII, as far as they are whole: what is damaged beside them tells nothing. */
const run = /(?<!\uFFFD)[^\0-\x7F\uFFFD]+(?!\uFFFD)/g;
/** A letter followed by a sign at a word's end, which occurs in correct text as well. */
const byChance = /^\p{L}[”’»…–—›“„‚‘‹™®°]$/u;
/** Letters and signs in which languages are written today; neither phonetic ones nor old ones. */
const usual =
  /^(?:[\u00A0-\u017F\u01A0\u01A1\u01AF\u01B0\u0218-\u021B\u0386-\u03CE\u0400-\u045F\u0490-\u04E9\u0531-\u0586\u05D0-\u05EA\u0621-\u064A\u0660-\u0669\u067E-\u06D5\u06F0-\u06F9\u0900-\u0DFF\u0E00-\u0EFF\u10A0-\u10FF\u1780-\u17FF\u1E00-\u1EFF\u2010-\u203A\u20A0-\u20BF\u2100-\u27BF\u3000-\u30FF\u3400-\u9FFF\uAC00-\uD7A3\uFB50-\uFDFF\uFF00-\uFFEF]|\p{Extended_Pictographic}|\uFE0F|[\u064B-\u0652\u200B-\u200F\uFEFF])+$/u;

/** Lines that must be mended, where not most of those beyond ASCII are. */
const certain = 3;

/** Whether most of the first long runs read as usual letters then. */
function areUndone(text: string, bytes: Letters): boolean {
  const runs = (text.match(/[^\0-\x7F\uFFFD]{4,}/g) ?? text.match(run) ?? []).slice(0, 20);
  const undone = runs.filter((long) => usual.test(undo(long, bytes) ?? ''));
  return undone.length * 2 > runs.length;
}

/** Macs have a dash and quotes where others have capitals: one long run tells, or signs that no text has. */
const isOfMac = (text: string): boolean =>
  /√|[≈ƒ][^\0-\x7F]/.test(text) ||
  (text.match(/[^\0-\x7F\uFFFD]{6,}/g) ?? [])
    .slice(0, 20)
    .some((long) => usual.test(undo(long, pages.get('macintosh')!) ?? ''));

/** Letters that have two bytes in some code page. */
const wideLetter = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u;

type Undone = { text: string; twice: string };

/** Picks the code page that undoes the encoding with the fewest odd characters. */
function undoOnce(text: string): Undone | undefined {
  const mayBe = (twice: string): boolean => begins.get(twice)!.test(text) && (twice !== 'macintosh' || isOfMac(text));
  const mayBeWide = (twice: string): boolean => {
    pages.set(twice, pages.get(twice) ?? wideLettersOf(twice));
    return areUndone(text, pages.get(twice)!);
  };
  return (
    undoBest(text, mistaken, mayBe) ?? (wideLetter.test(text) ? undoBest(text, mistakenWide, mayBeWide) : undefined)
  );
}

function undoBest(
  text: string,
  encodings: readonly string[],
  mayBe: (encoding: string) => boolean,
): Undone | undefined {
  const lost = text.match(/\uFFFD/g)?.length ?? 0;
  let best: (Undone & { odd: number }) | undefined;
  for (const twice of encodings) {
    const undone = mayBe(twice) ? undoAs(twice, text) : undefined;
    if (undone === undefined) continue;
    const odd = oddPlaces(undone);
    if (odd < (best?.odd ?? Infinity)) best = { text: undone, twice, odd };
    // No page brings lost letters back.
    if (odd <= lost) break;
  }
  return best;
}

function undoAs(twice: string, text: string): string | undefined {
  const bytes = pages.get(twice)!;
  const found = { mended: 0, left: 0, proofs: 0 };
  const next = text.split('\n').map((line) => {
    if (!/[^\0-\x7F\uFFFD]/.test(line)) return line;
    let [undoneRuns, leftRuns, proofs] = [0, 0, 0];
    const mended = line.replace(run, (given, at: number) => {
      const undone = undo(given, bytes);
      const isMeant = undone !== undefined && (usual.test(undone) || usual.test(undo(undone, bytes) ?? ''));
      if (undone === undefined || !isMeant) {
        leftRuns += 1;
        return given;
      }
      undoneRuns += 1;
      if (!byChance.test(given) || /[\p{Ll}\p{Lo}]/u.test(line[at + given.length] ?? '')) proofs += 1;
      return undone;
    });
    // `Úžas` is no Arabic letter before two Latin ones.
    const isMended = undoneRuns > leftRuns * 4 && oddShare(mended) <= oddShare(line);
    if (isMended) found.mended += 1;
    else found.left += 1;
    found.proofs += isMended ? proofs : 0;
    return isMended ? mended : line;
  });
  const enough = found.mended > found.left || found.mended >= certain;
  return found.proofs * 2 > found.mended && enough ? next.join('\n') : undefined;
}

/** The letters that a run of others stands for; undefined where it stands for itself. */
function undo(given: string, bytes: Letters): string | undefined {
  const taken: number[] = [];
  for (const letter of given) {
    const byte = bytes.get(letter);
    if (byte === undefined) return undefined;
    if (byte > 0xff) taken.push(byte >> 8);
    taken.push(byte & 0xff);
  }
  const found = Buffer.from(taken);
  return isUtf8(found) ? found.toString('utf8') : undefined;
}
