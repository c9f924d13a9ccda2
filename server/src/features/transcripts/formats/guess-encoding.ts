import { type CodePage, codePages } from '@lectern/contract/code-pages';
import { detectAll } from 'jschardet';
import { decodePage } from './decode-page.ts';

/** A text in another encoding that fits its bytes about as well. */
export type OtherText = { encoding: CodePage; text: string };

/**
 * Decoded text. `encoding`: WHATWG name; `replaced`: undecodable letters; `twice`: the wrong encoding of undone double
 * encoding; `guessed`: nothing states the encoding; `other`: a likely alternative.
 */
export type Decoded = {
  text: string;
  encoding: string;
  replaced: number;
  twice?: string;
  guessed?: true;
  other?: OtherText;
};

/** Maps the detector's names to the usual code pages. */
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
  'iso-8859-7': 'iso-8859-7',
  macintosh: 'macroman',
  'iso-8859-15': 'iso8859-15',
  'iso-8859-13': 'iso-8859-13',
  'iso-8859-4': 'iso8859-4',
  'iso-8859-6': 'iso-8859-6',
  ibm850: 'cp850',
  ibm852: 'cp852',
  ibm737: 'cp737',
  ibm775: 'cp775',
  ibm855: 'ibm855',
  ibm857: 'cp857',
  ibm862: 'cp862',
  'x-mac-cyrillic': 'maccyrillic',
  'x-mac-ce': 'maclatin2',
  'x-mac-greek': 'macgreek',
  'x-mac-turkish': 'macturkish',
} as const satisfies Record<CodePage, string>;

/** The code pages in which a language is written, other than Western ones. */
const pagesOf: Readonly<Record<string, readonly CodePage[]>> = Object.fromEntries(
  (
    [
      [
        'ru uk be bg sr mk kk ky mn tg',
        ['windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5', 'ibm855', 'x-mac-cyrillic'],
      ],
      ['pl cs sk hu ro sl hr bs sq', ['windows-1250', 'iso-8859-2', 'ibm852', 'x-mac-ce']],
      ['el', ['windows-1253', 'iso-8859-7', 'ibm737', 'x-mac-greek']],
      ['tr az', ['windows-1254', 'ibm857', 'x-mac-turkish']],
      ['he yi', ['windows-1255', 'ibm862']],
      ['ar fa ur', ['windows-1256', 'iso-8859-6']],
      ['lt lv et', ['windows-1257', 'iso-8859-13', 'iso-8859-4', 'ibm775']],
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
/** How much less of others, which few programs have ever written. */
const rarity: Partial<Record<CodePage, number>> = {
  'iso-8859-4': 0.5,
  'iso-8859-7': 0.7,
  ibm737: 0.8,
  ibm775: 0.5,
  ibm850: 0.8,
  ibm852: 0.8,
  ibm855: 0.5,
  ibm857: 0.5,
  ibm862: 0.8,
  macintosh: 0.9,
  'x-mac-ce': 0.7,
  'x-mac-greek': 0.7,
  'x-mac-turkish': 0.5,
};
/**
 * A second encoding that is at least so likely as a share of the first is worth a question: less, where even the first
 * is not.
 */
const doubts = [
  { likely: 0.25, share: 0.75 },
  { likely: 0.01, share: 0.6 },
  { likely: 0, share: 0.3 },
];
/** Share of odd places in a text of words at most. */
export const fewOdd = 0.1;
/** The lowest likelihood of an encoding: even very odd text never excludes one for good. */
const least = { told: 1e-6, even: 0.03 };

/**
 * The encoding that makes words of bytes that are not UTF-8. A sentence is mostly enough; the language helps with less.
 */
export function guessEncoding(bytes: Uint8Array, language?: string): Decoded {
  const [first, ...others] = rank(sampleOf(bytes), language);
  const { encoding, text: said, likely, told } = first!;
  const text = decodePage(encoding, bytes);
  const other = others.find((each) => each.text !== said);
  const share = told === 0 ? 0 : doubts.find((each) => likely >= each.likely)!.share;
  const isDoubtful = other !== undefined && other.likely >= likely * share;
  return {
    text,
    encoding,
    replaced: text.match(/\uFFFD/g)?.length ?? 0,
    guessed: true,
    ...(isDoubtful ? { other: { encoding: other.encoding, text: decodePage(other.encoding, bytes) } } : {}),
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

/** Pages that have most letters at the same places: of these, that with fewer odd places is meant. */
const twins: readonly (readonly CodePage[])[] = [
  ['windows-1252', 'iso-8859-15'],
  ['windows-1257', 'iso-8859-13'],
  ['windows-1253', 'iso-8859-7'],
  ['windows-1250', 'iso-8859-2'],
  ['windows-1251', 'x-mac-cyrillic'],
  ['ibm850', 'ibm857'],
];

type Candidate = { encoding: CodePage; text: string; told: number; likely: number; odd: number };

/** Likelihood of a text half of which is Hiragana: bytes of nothing else look so. */
const kanaLikely = 0.3;
const isKana = (text: string): boolean =>
  (text.match(/\p{Script=Hiragana}/gu)?.length ?? 0) * 2 > text.replace(/[\0-\x7F]/g, '').length;

function rank({ lines, words }: Sample, language: string | undefined): Candidate[] {
  const byLines = likelihoods(lines);
  const byWords = Buffer.compare(lines, words) === 0 ? byLines : likelihoods(words);
  const pages =
    pagesOf[language?.split('-')[0] ?? ''] ?? (language ? ['windows-1252', 'iso-8859-15', 'macintosh', 'ibm850'] : []);
  const candidates = codePages.map((encoding): Candidate => {
    const text = decodePage(encoding, words, { isPart: true });
    const odd = oddShare(text);
    const weight = pages.includes(encoding)
      ? hintWeight
      : encoding === 'windows-1252'
        ? westernWeight
        : (rarity[encoding] ?? 1);
    const heard = Math.sqrt((byLines.get(encoding) ?? 0) * (byWords.get(encoding) ?? 0));
    const told = isKana(text) ? Math.max(kanaLikely, heard) : heard;
    return {
      encoding,
      text,
      told,
      likely: Math.max(least.told, told) * Math.max(least.even, 1 - odd) ** 2 * weight,
      odd,
    };
  });
  const oddOf = (page: CodePage): number => candidates.find(({ encoding }) => encoding === page)!.odd;
  const unmeant = new Set(
    twins.flatMap((pages) => {
      const [few, many] = pages.toSorted((one, other) => oddOf(one) - oddOf(other));
      return oddOf(few!) < oddOf(many!) ? [many] : [];
    }),
  );
  return candidates
    .filter(({ encoding }) => !unmeant.has(encoding))
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
 * Matches signs of a wrong encoding: lost letters, controls, terminal frames, signs or mixed scripts within a word,
 * non-ASCII capitals after small letters.
 */
const odd = new RegExp(
  [
    String.raw`[\uFFFD\u0080-\u009F\u00A4\u00A6\u2500-\u259F\p{Co}\p{Cn}]`,
    String.raw`${spaced}[[\u00A1-\u00BF\u00D7\u00F7\u201A\u201E\u2020-\u2022\p{Sc}\p{Sk}\p{Sm}]--[\uFF00-\uFFEF]](?=${spaced})`,
    String.raw`(?![A-Za-z]{2})\p{Ll}(?=\p{Lu})`,
    String.raw`\u00B6(?=\p{L})`,
    String.raw`\p{Script=Latin}(?=${foreign})`,
    String.raw`${foreign}(?=\p{Script=Latin})`,
    String.raw`[a-z][\p{Script=Thai}\p{Script=Han}]{1,2}(?=[a-z])`,
  ].join('|'),
  'gv',
);

export const oddPlaces = (text: string): number => text.match(odd)?.length ?? 0;

/** How many odd places there are for each five letters beyond ASCII, from 0 to 1. */
export function oddShare(text: string): number {
  const letters = text.match(/[^\0-\x7F]/gu)?.length ?? 0;
  return Math.min(1, (oddPlaces(text) * 5) / Math.max(1, letters));
}
