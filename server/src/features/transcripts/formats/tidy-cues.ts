import { splitWordsAndSounds } from '@lectern/chaptering/sound-marks';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { textLimits } from '@lectern/contract/rules/longest';
import type { FileCue } from './caption-file.ts';
import { joinLines, visibleLines } from '@lectern/contract/rules/visible-text';
import { type LinedCue, removeRollUpRepeats } from './roll-up.ts';
import { extractSpeakers, splitSpeakerTurns } from './speakers.ts';
import { splitSentences, spreadParts } from './spread.ts';

/**
 * Turns file cues into a transcript: sorted, one visible line each, ending after the start. Drops empty cues; splits
 * two speakers, sounds and long turns into separate cues.
 */
export function tidyCues(found: readonly FileCue[]): Cue[] {
  const visible = found
    .map((cue) => ({ ...cue, text: visibleLines(cue.text).join('\n') }))
    .filter((cue) => cue.text)
    .flatMap(splitTurns)
    .toSorted((one, other) => one.start - other.start);
  const lined = extractSpeakers(visible).map(({ start, end, text, speaker }): LinedCue => ({
    start,
    end,
    lines: text.split('\n').filter((line) => line.trim()),
    speaker: speaker && joinLines(visibleLines(speaker)).slice(0, textLimits.speaker).toWellFormed(),
  }));
  const unrolled = removeRollUpRepeats(lined.filter((cue) => cue.lines.length));
  return unrolled
    .flatMap((cue, index) => {
      const text = joinLines(cue.lines);
      const end = mendEnd(cue, text, unrolled[index + 1]?.start);
      const whole = { start: cue.start, end, text, ...(cue.speaker ? { speaker: cue.speaker } : {}) };
      return cue.end === undefined || text.length > textLimits.line
        ? spreadParts(whole, splitSentences(text))
        : [whole];
    })
    .flatMap((cue) => spreadParts(cue, splitWordsAndSounds(cue.text)))
    .toSorted((one, other) => one.start - other.start);
}

/** A cue with an end in parts, one for each person who speaks in it. */
function splitTurns(cue: FileCue): FileCue[] {
  const { end } = cue;
  if (end === undefined || end <= cue.start || cue.speaker) return [cue];
  return spreadParts({ ...cue, end }, splitSpeakerTurns(cue.text));
}

/** A missing or impossible end becomes the next start, but no later than slow speech takes; an absurd one is cut. */
function mendEnd({ start, end }: LinedCue, text: string, nextStart: number | undefined): number {
  const slowSpeech = Math.max(2, text.length / 8);
  if (end !== undefined && end > start) return Math.min(end, start + Math.max(60, slowSpeech * 2));
  const latest = start + slowSpeech;
  return nextStart !== undefined && nextStart > start ? Math.min(nextStart, latest) : latest;
}
