import { parseWebvtt, type VttCue, voiceRuns } from '@lectern/contract/rules/webvtt';
import { type CaptionFile, type FileCue, maxCues, maxTime, toMilliseconds } from './caption-file.ts';
import { srtHead } from './line-formats.ts';
import { withClockTimes } from './written-times.ts';
import { withPlainTimes } from './plain-times.ts';
import { eachLine, readTimedBlocks } from './timed-blocks.ts';

/**
 * Reads WebVTT and its Teams, Webex and Stream dialects. Text after blank lines in a cue is kept, malformed times are
 * fixed; a file without times is SubRip.
 */
export function readWebvtt(given: string): CaptionFile {
  const text = withPlainTimes(given);
  const language = declaredLanguage(text);
  const found = parseWebvtt(text.replace(/\r\n?/g, '\n').replace(withinCues, '\n'));
  if (!found.length)
    return { ...readTimedBlocks(withPlainTimes(withClockTimes(given)?.text ?? given), srtHead), language };
  const kept = found.filter((cue) => cue.start <= maxTime).slice(0, maxCues);
  return { cues: kept.flatMap(splitVoices), broken: countTimingLines(text) - kept.length, language };
}

/**
 * Matches blank lines within a cue: the next text has no time and is no note, style or region. Runs are matched once.
 */
const withinCues = /(?<!\n)\n{2,}(?!(?:NOTE|STYLE|REGION)\b)(?![^\n]*-->)(?![^\n]+\n[^\n]*-->)(?=[^\n])/g;

/** One cue for each voice that speaks in it, with a share of its time by the length of the words. */
function splitVoices({ id, start, end, text }: VttCue): FileCue[] {
  const speakerInId = /^\d{1,9} "([^"]{1,100})" \(\d{1,20}\)$/.exec(id)?.[1];
  // By the rules '1 < 2' would end the text; people who wrote it meant the sign.
  const tolerant = text.replace(/<(?![a-z\d/])/gi, '&lt;');
  const runs = voiceRuns(tolerant).filter((run) => run.text.trim());
  const total = runs.reduce((sum, run) => sum + run.text.length, 0);
  const share = total ? Math.max(0, Math.min(end, maxTime) - start) / total : 0;
  let said = 0;
  return runs.map((run) => {
    const from = toMilliseconds(start + said * share);
    said += run.text.length;
    const until = said === total ? end : toMilliseconds(start + said * share);
    return { start: from, end: until, text: run.text.replaceAll('\\h', ' '), speaker: run.speaker ?? speakerInId };
  });
}

function countTimingLines(text: string): number {
  let count = 0;
  for (const line of eachLine(text)) if (line.includes('-->')) count += 1;
  return count;
}

function declaredLanguage(text: string): string | undefined {
  return /^(?:NOTE )?language:[ \t]?([a-z]{2,3}(?:-[a-z\d]{2,8}){0,3})[ \t]*$/im.exec(text.slice(0, 2000))?.[1];
}
