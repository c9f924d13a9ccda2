import type { Cue } from '@lectern/contract/transcripts/cue';
import { wholeWords } from '@lectern/contract/rules/whole-words';

/** Words of the transcript: their text without what stands between the lines, from which line to which, and when. */
export type SelectedWords = { text: string; first: number; last: number; start: number; end: number };

/** Returns the selected cues' text in whole words; undefined without a selection or with only spaces. */
export function selectedWords(list: HTMLElement, cues: readonly Cue[]): (SelectedWords & { range: Range }) | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const holder = range.commonAncestorContainer;
  if (!list.contains(holder)) return undefined;
  const around = holder instanceof Element ? holder : holder.parentElement;
  const own = around?.closest('[data-line]');
  const lines = own ? [own] : [...(around?.querySelectorAll('[data-line]') ?? [])];
  const parts = lines.flatMap((line) => {
    if (!range.intersectsNode(line)) return [];
    const part = document.createRange();
    part.selectNodeContents(line);
    if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
      part.setStart(range.startContainer, range.startOffset);
    if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(range.endContainer, range.endOffset);
    const before = document.createRange();
    before.selectNodeContents(line);
    before.setEnd(part.startContainer, part.startOffset);
    const at = before.toString().length;
    const all = line.textContent;
    const text = part.collapsed ? '' : all.slice(...wholeWords(all)(at, at + part.toString().length)).trim();
    return text === '' ? [] : [{ n: Number(line.getAttribute('data-line')), text }];
  });
  const [first, last] = [parts[0]?.n, parts.at(-1)?.n];
  const [begins, ends] = [cues[first ?? -1], cues[last ?? -1]];
  if (first === undefined || last === undefined || !begins || !ends) return undefined;
  const text = parts.map((part) => part.text).join(' ');
  return { text, first, last, start: begins.start, end: ends.end, range };
}
