import type { FileCue } from './caption-file.ts';

/** Where the characters of CEA-608 are not those of ASCII (ANSI/CTA-608-E, table 50). */
const basic: Readonly<Record<string, string>> = {
  '*': 'á',
  '\\': 'é',
  '^': 'í',
  _: 'ó',
  '`': 'ú',
  '{': 'ç',
  '|': '÷',
  '}': 'Ñ',
  '~': 'ñ',
  '\x7f': '█',
};
/** From 0x30 on, after 0x11. */
const special = '®°½¿™¢£♪à èâêîôû';
/** From 0x20 on, after 0x12 and 0x13; each replaces the character before it. */
const extended = ["ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»", 'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘'];

type Mode = 'pop-on' | 'roll-up' | 'paint-on';

/**
 * Decodes the byte pairs of the first caption channel. Emits pop-on captions from display to erase, others from their
 * first character. Times are seconds.
 */
export function lineTwentyOne(tell: (cue: FileCue) => void) {
  let mode: Mode = 'pop-on';
  /** Character by character: each may be erased again. */
  let hidden: string[] = [];
  let shown: { start: number; text: string[] } | undefined;
  let previous = 0;
  let ours = true;

  const end = (at: number): void => {
    const text = shown?.text.join('').trim();
    if (shown && text) tell({ start: shown.start, end: at, text });
    shown = undefined;
  };
  const write = (text: string, at: number): void => {
    if (mode === 'pop-on') hidden.push(text);
    else (shown ??= { start: at, text: [] }).text.push(text);
  };
  const erase = (): void => {
    if (mode === 'pop-on') hidden.pop();
    else shown?.text.pop();
  };

  function command(code: number, at: number): void {
    switch (code) {
      case 0x20:
        mode = 'pop-on';
        break;
      case 0x21:
        erase();
        break;
      case 0x25:
      case 0x26:
      case 0x27:
        if (mode === 'pop-on') end(at);
        mode = 'roll-up';
        break;
      case 0x29:
        end(at);
        mode = 'paint-on';
        break;
      case 0x2c:
        end(at);
        break;
      case 0x2d:
        if (mode === 'roll-up') end(at);
        break;
      case 0x2e:
        hidden = [];
        break;
      case 0x2f:
        end(at);
        mode = 'pop-on';
        shown = { start: at, text: hidden };
        hidden = [];
    }
  }

  function control(first: number, second: number, at: number): void {
    if (second >= 0x40) return write('\n', at);
    if (first === 0x11) return write(second < 0x30 ? ' ' : (special[second - 0x30] ?? ''), at);
    if (first === 0x12 || first === 0x13) {
      erase();
      return write(extended[first - 0x12]![second - 0x20] ?? '', at);
    }
    // Field 2 has the same commands one code higher.
    if (first === 0x14 || first === 0x15) command(second, at);
  }

  return {
    /** Two bytes with their bits of parity. */
    take(pair: number, at: number): void {
      const [first, second] = [(pair >> 8) & 0x7f, pair & 0x7f];
      if (first === 0) return;
      if (first >= 0x20) {
        previous = 0;
        if (!ours) return;
        for (const byte of [first, second])
          if (byte >= 0x20) write(basic[String.fromCharCode(byte)] ?? String.fromCharCode(byte), at);
        return;
      }
      // Controls come twice, for safety; the second channel has a bit of its own.
      const repeated = pair === previous;
      previous = repeated ? 0 : pair;
      ours = (first & 0x08) === 0;
      if (!repeated && ours && first >= 0x10) control(first, second, at);
    },
    finish: end,
  };
}
