import { splitWordsAndSounds } from '@lectern/chaptering/sound-marks';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { textLimits } from '@lectern/contract/rules/longest';
import type { FileCue } from './caption-file.ts';
import { joinLines, visibleLines } from '@lectern/contract/rules/visible-text';
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

/** A cue with its lines apart, as roll-up captions must be compared line by line. */
type LinedCue = { start: number; end?: number; lines: string[]; speaker?: string };

/** Share of cues that must repeat the one before, for a file to count as roll-up. Spoken repetition is far rarer. */
const rollUpShare = 0.2;
/** Longest gap, in seconds, between a cue and the one that rolls it up. */
const rollUpGap = 0.2;
/** Words that come one by one are gathered into one cue up to this many characters. */
const gatheredLength = 120;

/**
 * Merges the repeated lines of live and YouTube's automatic captions, keeping every word once. Otherwise merges only
 * equal cues at equal times. Expects cues sorted by start.
 */
function removeRollUpRepeats(cues: readonly LinedCue[]): LinedCue[] {
  const repeated = cues.filter((cue, index) => repeats(cues[index - 1], cue)).length;
  const isRollUp = cues.length > 2 && repeated >= (cues.length - 1) * rollUpShare;
  return isRollUp ? mergeRollUp(cues) : mergeEqual(cues);
}

function mergeRollUp(cues: readonly LinedCue[]): LinedCue[] {
  const merged: LinedCue[] = [];
  for (const [index, cue] of cues.entries()) {
    const shown = cues[index - 1];
    const last = merged.at(-1);
    if (!shown || !last || !follows(shown, cue)) {
      merged.push({ ...cue });
      continue;
    }
    const added = addedText(shown, cue);
    const growth = added === undefined ? undefined : `${last.lines.join('\n')}${added}`;
    if (growth !== undefined && growth.length <= gatheredLength) {
      last.lines = growth.split('\n');
      last.end = later(last.end, cue.end);
      continue;
    }
    const lines = added === undefined ? cue.lines.slice(overlap(shown.lines, cue.lines)) : [added.trim()];
    if (lines.join('')) merged.push({ ...cue, lines });
    else last.end = later(last.end, cue.end);
  }
  return merged;
}

function mergeEqual(cues: readonly LinedCue[]): LinedCue[] {
  const merged: LinedCue[] = [];
  for (const cue of cues) {
    const last = merged.at(-1);
    const isSame = last && last.speaker === cue.speaker && last.lines.join('\n') === cue.lines.join('\n');
    const isSameTime = last && (cue.start < (last.end ?? last.start) || cue.start === last.start);
    if (isSame && isSameTime) last.end = later(last.end, cue.end);
    else merged.push({ ...cue });
  }
  return merged;
}

function repeats(shown: LinedCue | undefined, cue: LinedCue): boolean {
  if (!shown || !follows(shown, cue)) return false;
  return addedText(shown, cue) !== undefined || overlap(shown.lines, cue.lines) > 0;
}

function follows(shown: LinedCue, cue: LinedCue): boolean {
  return shown.speaker === cue.speaker && cue.start - (shown.end ?? shown.start) <= rollUpGap;
}

/** Returns the text a cue adds to the whole previous cue; undefined when it does not begin with that. */
function addedText(shown: LinedCue, cue: LinedCue): string | undefined {
  const before = shown.lines.join('\n');
  const text = cue.lines.join('\n');
  return text.length > before.length && text.startsWith(before) && !text.startsWith(`${before}\n`)
    ? text.slice(before.length)
    : undefined;
}

/** How many of the last lines of one cue are the first lines of the next. */
function overlap(before: readonly string[], after: readonly string[]): number {
  for (let count = Math.min(before.length, after.length, 4); count > 0; count -= 1) {
    const tail = before.slice(-count);
    if (tail.every((line, index) => line === after[index])) return count;
  }
  return 0;
}

function later(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.max(one, other);
}
