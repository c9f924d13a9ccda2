/** Groups that hold no text of the document. */
const hidden: ReadonlySet<string> = new Set(
  (
    'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf footnote ' +
    'pntext listtext listtable listoverridetable generator themedata fldinst'
  ).split(' '),
);
const lineEnds: ReadonlySet<string> = new Set(['par', 'line', 'row', 'sect', 'page']);
const signs: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['cell', '\t'],
]);
/** Code pages of the character sets that fonts have. */
const pages: ReadonlyMap<number, number> = new Map([
  [77, 10_000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
]);

const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

/** The text of a document in RTF, in which other programs keep transcripts and subtitles. */
export function textOfRtf(rtf: string): string {
  const parts: string[] = [];
  let bytes: number[] = [];
  let usual = new TextDecoder('windows-1252');
  /** Decoders of the fonts that have letters of their own. */
  const fonts = new Map<number, TextDecoder>();
  /** `after`: letters behind `\u` that stand for it in old programs. */
  let group = { isHidden: false, after: 1, font: -1 };
  const outer: (typeof group)[] = [];
  let skip = 0;
  const write = (text: string): void => {
    if (bytes.length > 0) parts.push((fonts.get(group.font) ?? usual).decode(Uint8Array.from(bytes)));
    bytes = [];
    if (!group.isHidden && text) parts.push(text);
  };
  for (const [, word, given, byte, sign, brace, said] of rtf.matchAll(token)) {
    if (brace === '{') {
      write('');
      outer.push(group);
      group = { ...group };
    } else if (brace === '}') {
      write('');
      group = outer.pop() ?? group;
    } else if (word !== undefined) {
      if (word === 'ansicpg') usual = decoderOf(Number(given));
      else if (word === 'f') {
        write('');
        group.font = Number(given);
      } else if (word === 'fcharset' && pages.has(Number(given)))
        fonts.set(group.font, decoderOf(pages.get(Number(given))!));
      else if (word === 'uc') group.after = Number(given);
      else if (hidden.has(word)) group.isHidden = true;
      else if (word === 'u') {
        write(String.fromCharCode(Number(given) & 0xffff));
        skip = group.after;
        continue;
      } else if (lineEnds.has(word)) write('\n');
      else if (signs.has(word)) write(signs.get(word)!);
    } else if (byte !== undefined) {
      if (skip > 0) skip -= 1;
      else if (!group.isHidden) bytes.push(Number.parseInt(byte, 16));
      continue;
    } else if (sign === '*') group.isHidden = true;
    else if (sign !== undefined)
      write(
        sign === '~'
          ? ' '
          : sign === '_'
            ? '-'
            : sign === '\n' || sign === '\r'
              ? '\n'
              : /[\\{}]/.test(sign)
                ? sign
                : '',
      );
    else if (said !== undefined) {
      // The second byte of a letter may be ASCII.
      const own = said.slice(skip);
      if (bytes.length > 0 && /^[\0-\x7F]+$/.test(own)) for (const letter of own) bytes.push(letter.charCodeAt(0));
      else write(own);
    }
    skip = 0;
  }
  write('');
  return parts.join('');
}

function decoderOf(page: number): TextDecoder {
  const multiple: Readonly<Record<number, string>> = {
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    10000: 'macintosh',
  };
  try {
    return new TextDecoder(multiple[page] ?? `windows-${page}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
