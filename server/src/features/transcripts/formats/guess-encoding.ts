import { type CodePage, codePages } from '@lectern/contract/code-pages';
import { detectAll } from 'jschardet';
import type { Decoded } from './decode-text.ts';

/** What the detector calls the usual code pages. */
const detected = {
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'windows-1258': 'cp1258',
  'windows-874': 'cp874',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  ibm866: 'ibm866',
  'iso-8859-5': 'iso-8859-5',
  shift_jis: 'cp932',
  'euc-jp': 'euc-jp',
  gb18030: 'gb18030',
  big5: 'big5',
  'euc-kr': 'cp949',
  'iso-8859-2': 'iso-8859-2',
  // Rare ones, taken only where those above make no words of the bytes.
  'iso-8859-7': 'iso-8859-7',
  macintosh: 'macroman',
} as const satisfies Record<CodePage, string>;

const rare: ReadonlySet<string> = new Set<CodePage>(['iso-8859-7', 'macintosh']);

/** The code pages in which a language is written, other than Western ones. */
const pagesOf: Readonly<Record<string, readonly CodePage[]>> = Object.fromEntries(
  (
    [
      ['ru uk be bg sr mk kk ky mn tg', ['windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5']],
      ['pl cs sk hu ro sl hr bs sq', ['windows-1250', 'iso-8859-2']],
      ['el', ['windows-1253', 'iso-8859-7']],
      ['tr az', ['windows-1254']],
      ['he yi', ['windows-1255']],
      ['ar fa ur', ['windows-1256']],
      ['lt lv et', ['windows-1257']],
      ['vi', ['windows-1258']],
      ['th', ['windows-874']],
      ['ja', ['shift_jis', 'euc-jp']],
      ['zh', ['gb18030', 'big5']],
      ['ko', ['euc-kr']],
    ] as const
  ).flatMap(([languages, pages]) => languages.split(' ').map((language) => [language, pages])),
);

/** Bytes that are looked at, from the lines that tell something. */
const sampled = 30_000;
/** How much more likely the code pages of the known language are. */
const hintWeight = 4;
/** How much more files are Western than each of the others, where nothing is known. */
const westernWeight = 1.3;
/** A second encoding that is at least so likely as this share of the first is worth a question. */
const doubt = 0.75;
/** Where even the first is hardly likely, as of a single short word, the second need be no more than this share. */
const hardly = { likely: 0.01, doubt: 0.3 };
/** Share of odd places in a text of words; with more of them rare code pages are tried as well. */
export const fewOdd = 0.1;
/** What is left of a likelihood, however unlike and odd the text: none is ever excluded for good. */
const least = { told: 1e-6, even: 0.03 };

/** The encoding that makes words of bytes that are not UTF-8. A sentence is mostly enough; the language helps with less. */
export function guessEncoding(bytes: Uint8Array, language?: string): Decoded {
  const ranked = rank(sampleOf(bytes), language);
  const usual = ranked.filter(({ encoding }) => !rare.has(encoding));
  const [first, ...others] = usual[0]!.odd <= fewOdd ? usual : ranked;
  const { encoding, text: said, likely, told } = first!;
  const decode = (name: string): string => new TextDecoder(name).decode(bytes);
  const text = decode(encoding);
  const other = others.find((each) => each.text !== said);
  const share = told === 0 ? 0 : likely < hardly.likely ? hardly.doubt : doubt;
  const isDoubtful = other !== undefined && other.likely >= likely * share;
  return {
    text,
    encoding,
    replaced: text.match(/\uFFFD/g)?.length ?? 0,
    guessed: true,
    ...(isDoubtful ? { other: { encoding: other.encoding, text: decode(other.encoding) } } : {}),
  };
}

type Sample = { lines: Uint8Array; words: Uint8Array };

/** The lines and the words that are not ASCII: the times between them would only make everything look alike. */
function sampleOf(bytes: Uint8Array): Sample {
  // A sample that ends within a letter would have an odd one.
  const told = (parts: readonly string[], end: string): Uint8Array => {
    const telling = parts.filter((part) => /[\x80-\xFF]/.test(part)).join(end);
    const whole = telling.length > sampled ? /^[^]*[\0-\x2F]/.exec(telling.slice(0, sampled))?.[0] : undefined;
    return Buffer.from(whole ?? telling.slice(0, sampled), 'latin1');
  };
  const lines = told(
    Buffer.from(bytes)
      .toString('latin1')
      .split(/[\r\n]+/),
    '\n',
  );
  return {
    lines,
    words: told(
      Buffer.from(lines)
        .toString('latin1')
        .split(/[ \t\n]+/),
      ' ',
    ),
  };
}

type Candidate = { encoding: CodePage; text: string; told: number; likely: number; odd: number };

/** Likelihood of a text half of which is Hiragana: bytes of nothing else look so. */
const kanaLikely = 0.3;
const isKana = (text: string): boolean =>
  (text.match(/\p{Script=Hiragana}/gu)?.length ?? 0) * 2 > text.replace(/[\0-\x7F]/g, '').length;

function rank({ lines, words }: Sample, language: string | undefined): Candidate[] {
  const byLines = likelihoods(lines);
  const byWords = Buffer.compare(lines, words) === 0 ? byLines : likelihoods(words);
  const pages = pagesOf[language?.split('-')[0] ?? ''] ?? (language ? ['windows-1252'] : []);
  return codePages
    .map((encoding) => {
      const text = new TextDecoder(encoding).decode(words, { stream: true });
      const odd = oddShare(text);
      const weight = pages.includes(encoding) ? hintWeight : encoding === 'windows-1252' ? westernWeight : 1;
      const heard = Math.sqrt((byLines.get(encoding) ?? 0) * (byWords.get(encoding) ?? 0));
      const told = isKana(text) ? Math.max(kanaLikely, heard) : heard;
      return {
        encoding,
        text,
        told,
        likely: Math.max(least.told, told) * Math.max(least.even, 1 - odd) ** 2 * weight,
        odd,
      };
    })
    .toSorted((one, other) => other.likely - one.likely);
}

const names = new Map<string, CodePage>(codePages.map((encoding) => [detected[encoding], encoding]));

/** From 0 to 1 by the name here. */
function likelihoods(bytes: Uint8Array): ReadonlyMap<CodePage, number> {
  const found = detectAll(bytes, { detectEncodings: Object.values(detected), minimumThreshold: 0 });
  return new Map(
    found.flatMap(({ encoding, confidence }) => {
      const name = names.get(encoding?.toLowerCase() ?? '');
      return name ? [[name, confidence]] : [];
    }),
  );
}

/** Letters that are written in one word with Latin ones by nobody. */
const foreign = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]`;
/** Letters of scripts whose words have blanks between them. */
const spaced = String.raw`[\p{L}--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]]`;

/**
 * Lost letters, controls, frames of old terminals, signs within a word, letters of two scripts in one word, capitals after
 * small ones beyond ASCII, as which names of products are written.
 */
const odd = new RegExp(
  [
    String.raw`[\uFFFD\u0080-\u009F\u2500-\u259F\p{Co}\p{Cn}]`,
    String.raw`${spaced}[[\u00A1-\u00BF\u00D7\u00F7\u201A\u201E\u2020-\u2022\p{Sc}\p{Sk}\p{Sm}]--[\uFF00-\uFFEF]](?=${spaced})`,
    String.raw`(?![A-Za-z]{2})\p{Ll}(?=\p{Lu})`,
    String.raw`\p{Script=Latin}(?=${foreign})`,
    String.raw`${foreign}(?=\p{Script=Latin})`,
    String.raw`[a-z][\p{Script=Thai}\p{Script=Han}]{1,2}(?=[a-z])`,
  ].join('|'),
  'gv',
);

/** How many odd places there are for each five letters beyond ASCII, from 0 to 1. */
export function oddShare(text: string): number {
  const letters = text.match(/[^\0-\x7F]/gu)?.length ?? 0;
  return Math.min(1, ((text.match(odd)?.length ?? 0) * 5) / Math.max(1, letters));
}
