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
/** Share of the words that may be no words, before rare code pages are tried as well. */
const fewOdd = 0.1;

/** The encoding that makes words of bytes that are not UTF-8. A sentence is mostly enough; the language helps with less. */
export function guessEncoding(bytes: Uint8Array, language?: string): Decoded {
  const ranked = rank(sampleOf(bytes), language);
  const usual = ranked.filter(({ encoding }) => !rare.has(encoding));
  const [best, ...others] = usual[0] && usual[0].odd <= fewOdd ? usual : ranked;
  const decode = (encoding: string): string => new TextDecoder(encoding).decode(bytes);
  const encoding = best?.encoding ?? 'windows-1252';
  const text = decode(encoding);
  const other = others.find(({ text: said }) => said !== best!.text);
  const share = (best?.likely ?? 0) < hardly.likely ? hardly.doubt : doubt;
  const isDoubtful = best !== undefined && other !== undefined && other.likely >= best.likely * share;
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
  const told = (parts: readonly string[], end: string): Uint8Array =>
    Buffer.from(parts.filter((part) => /[\x80-\xFF]/.test(part)).join(end), 'latin1').subarray(0, sampled);
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

type Candidate = { encoding: CodePage; text: string; likely: number; odd: number };

function rank({ lines, words }: Sample, language: string | undefined): Candidate[] {
  const byLines = likelihoods(lines);
  const byWords = Buffer.compare(lines, words) === 0 ? byLines : likelihoods(words);
  const pages = pagesOf[language?.split('-')[0] ?? ''] ?? (language ? ['windows-1252'] : []);
  return codePages
    .map((encoding) => {
      const text = new TextDecoder(encoding).decode(words);
      const odd = oddShare(text);
      const weight = pages.includes(encoding) ? hintWeight : encoding === 'windows-1252' ? westernWeight : 1;
      const likely = Math.sqrt((byLines.get(encoding) ?? 0) * (byWords.get(encoding) ?? 0)) * (1 - odd) ** 2 * weight;
      return { encoding, text, likely, odd };
    })
    .filter(({ likely }) => likely > 0)
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

/** Signs within a word, controls, frames of old terminals, letters of two scripts in one word, capitals after small ones. */
const odd =
  /[\uFFFD\u0080-\u009F\u2500-\u25FF]|\p{L}[\p{S}¶§†‡•¿¡«»ªº¹²³\u201A\u201E]\p{L}|\p{Ll}\p{Lu}|\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]\p{Script=Latin}/u;

/** How many of the words are none, from 0 to 1. */
function oddShare(text: string): number {
  const words = text.split(/\s+/).filter(Boolean);
  return words.filter((word) => odd.test(word)).length / Math.max(1, words.length);
}
