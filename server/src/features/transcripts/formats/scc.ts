import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { lineTwentyOne } from './line-twenty-one.ts';
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
