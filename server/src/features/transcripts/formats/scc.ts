import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { eachLine } from './timed-blocks.ts';

/** Pairs of bytes a second: one a frame. */
const framesPerSecond = 30_000 / 1001;

const head = /^(\d{1,2}):(\d{2}):(\d{2})([:;.,])(\d{2})\s/;

/** Seconds of a time code: counted in frames, or by the clock where a semicolon says that frames are dropped. */
function secondsAt([, hours, minutes, seconds, mark, frames]: RegExpExecArray): number {
  const clock = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return clock * (mark === ':' ? 1.001 : 1) + Number(frames) / framesPerSecond;
}

/**
 * Reads Scenarist closed captions: CEA-608 bytes in hexadecimal after a time code. Full hours before the first caption
 * are dropped, because programmes mostly begin at one o'clock.
 */
export function readScc(text: string): CaptionFile {
  const cues: FileCue[] = [];
  let broken = 0;
  const decoder = lineTwentyOne((cue) => {
    if (cues.length < maxCues) cues.push(cue);
    else broken += 1;
  });
  let last = 0;
  for (const line of eachLine(text)) {
    const match = head.exec(line.slice(0, 20));
    if (!match) continue;
    const start = secondsAt(match);
    const pairs = line.slice(match[0].length).split(/\s+/).filter(Boolean);
    for (const [n, pair] of pairs.entries()) {
      last = start + n / framesPerSecond;
      if (/^[\da-f]{4}$/i.test(pair)) decoder.take(Number.parseInt(pair, 16), last);
      else broken += 1;
    }
  }
  decoder.finish(last);
  const hours = Math.floor((cues[0]?.start ?? 0) / 3600) * 3600;
  const moved = cues.map((cue) => ({
    ...cue,
    start: cue.start - hours,
    ...(cue.end === undefined ? {} : { end: cue.end - hours }),
  }));
  return { cues: moved, broken };
}

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
function lineTwentyOne(tell: (cue: FileCue) => void) {
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
