/** Groups that hold no text of the document. */
const hidden: ReadonlySet<string> = new Set(
  'fonttbl colortbl stylesheet info pict object header footer listtable listoverridetable generator themedata'.split(
    ' ',
  ),
);
const lineEnds: ReadonlySet<string> = new Set(['par', 'line', 'row', 'sect', 'page']);
const signs: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  cell: '\t',
};

const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

/** The text of a document in RTF, in which other programs keep transcripts and subtitles. */
export function textOfRtf(rtf: string): string {
  const parts: string[] = [];
  let bytes: number[] = [];
  let decoder = new TextDecoder('windows-1252');
  /** Letters behind `\u` that stand for it in old programs, of each group. */
  let group = { isHidden: false, after: 1 };
  const outer: (typeof group)[] = [];
  let skip = 0;
  const write = (text: string): void => {
    if (bytes.length > 0) parts.push(decoder.decode(Uint8Array.from(bytes)));
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
      if (word === 'ansicpg') decoder = decoderOf(Number(given));
      else if (word === 'uc') group.after = Number(given);
      else if (hidden.has(word)) group.isHidden = true;
      else if (word === 'u') {
        write(String.fromCharCode(Number(given) & 0xffff));
        skip = group.after;
        continue;
      } else if (lineEnds.has(word)) write('\n');
      else if (signs[word] !== undefined) write(signs[word]);
    } else if (byte !== undefined) {
      if (skip > 0) skip -= 1;
      else if (!group.isHidden) bytes.push(Number.parseInt(byte, 16));
      continue;
    } else if (sign === '*') group.isHidden = true;
    else if (sign !== undefined)
      write(sign === '~' ? ' ' : sign === '\n' || sign === '\r' ? '\n' : /[\\{}]/.test(sign) ? sign : '');
    else if (said !== undefined) {
      write(said.slice(skip));
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
