import { toMilliseconds, type CaptionFile, type FileCue, maxCues } from './caption-file.ts';

/** Bytes of the general block, and of each that has a text. */
const general = 1024;
const block = 128;

/** Code pages of the texts, by the number in the general block; `00` is ISO 6937. */
const pages: Readonly<Record<string, string>> = {
  '01': 'iso-8859-5',
  '02': 'iso-8859-6',
  '03': 'iso-8859-7',
  '04': 'iso-8859-8',
};

/** ISO 6937: marks that stand before their letter, by the combining ones that stand behind it. */
const marks: Readonly<Record<number, string>> = {
  0xc1: '\u0300',
  0xc2: '\u0301',
  0xc3: '\u0302',
  0xc4: '\u0303',
  0xc5: '\u0304',
  0xc6: '\u0306',
  0xc7: '\u0307',
  0xc8: '\u0308',
  0xca: '\u030A',
  0xcb: '\u0327',
  0xcd: '\u030B',
  0xce: '\u0328',
  0xcf: '\u030C',
};
/** Its other letters, from 0xa0 on and from 0xd0 on. */
const upper = [
  '\u00A0¡¢£$¥#§¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿',
  '―¹®©™♪¬¦____⅛⅜⅝⅞ΩÆÐªĦ_ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ\u00AD',
] as const;

/**
 * Subtitles of broadcasters: EBU Tech 3264. The time line mostly begins at a full hour, which its start time code
 * tells.
 */
export const isEbuStl = (bytes: Uint8Array): boolean =>
  bytes.length >= general + block &&
  /^[\d ]{3}STL\d\d\.\d\d/.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'));

/** The encoding of its texts, by the name of WHATWG where that has it. */
export const ebuEncoding = (bytes: Uint8Array): string => pages[tableIn(bytes)] ?? 'iso-6937';

const tableIn = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(12, 14)).toString('latin1');

export function readEbuStl(bytes: Uint8Array): CaptionFile {
  const header = Buffer.from(bytes.subarray(0, general)).toString('latin1');
  const rate = Number(header.slice(6, 8)) || 25;
  const decode = decoderOf(tableIn(bytes));
  const at = (from: number): number => {
    const [hours = 0, minutes = 0, seconds = 0, frames = 0] = bytes.subarray(from, from + 4);
    return hours * 3600 + minutes * 60 + seconds + frames / rate;
  };
  const cues: FileCue[] = [];
  let broken = (bytes.length - general) % block === 0 ? 0 : 1;
  let text = '';
  for (let from = general; from + block <= bytes.length; from += block) {
    const extension = bytes[from + 3]!;
    // Comments, and data of users.
    if (bytes[from + 15] === 1 || extension === 0xfe) continue;
    text += decode(bytes.subarray(from + 16, from + block));
    if (extension !== 0xff) continue;
    if (cues.length < maxCues) cues.push({ start: at(from + 5), end: at(from + 9), text });
    else broken += 1;
    text = '';
  }
  if (text.trim()) broken += 1;
  const code = /^(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(header.slice(256, 264));
  const begins = code ? Number(code[1]) * 3600 + Number(code[2]) * 60 + Number(code[3]) : 0;
  const first = Math.min(...cues.map(({ start }) => start));
  const shift = first >= begins ? begins : 0;
  return {
    cues: cues.map(({ start, end, text: said }) => ({
      start: toMilliseconds(start - shift),
      end: toMilliseconds(end! - shift),
      text: said,
    })),
    broken,
  };
}

function decoderOf(table: string): (field: Uint8Array) => string {
  const page = pages[table];
  return (field) => {
    const parts: string[] = [];
    for (let n = 0; n < field.length && field[n] !== 0x8f; n += 1) {
      const byte = field[n]!;
      if (byte === 0x8a) parts.push('\n');
      // A colour stands in the place of a blank.
      else if (byte < 0x08) parts.push(' ');
      else if (byte < 0x20 || (byte >= 0x80 && byte < 0xa0)) continue;
      else if (byte < 0x80) parts.push(String.fromCharCode(byte));
      else if (page) parts.push(new TextDecoder(page).decode(Uint8Array.of(byte)));
      else if (marks[byte] && n + 1 < field.length) parts.push(String.fromCharCode(field[(n += 1)]!) + marks[byte]);
      else parts.push((byte < 0xc0 ? upper[0][byte - 0xa0] : upper[1][byte - 0xd0]) ?? '');
    }
    return parts.join('').normalize('NFC');
  };
}
