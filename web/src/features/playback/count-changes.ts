import type { OutlineChanges } from '@lectern/contract/outline/outlines';

/** Sums up changes in one line: 'Chapters: 1 added, 2 changed. Of the video: title.' */
export function countChanges({ texts, chapters }: OutlineChanges): string {
  const counts = [
    [chapters.filter(({ before }) => !before).length, 'added'],
    [chapters.filter(({ after }) => !after).length, 'removed'],
    [chapters.filter(({ before, after }) => before && after).length, 'changed'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const fields = texts.map(({ field }) => field).join(', ');
  if (counts.length === 0)
    return fields === '' ? 'Nothing: every text is the same as before.' : `Of the video: ${fields}.`;
  return `Chapters: ${counts.join(', ')}.${fields === '' ? '' : ` Of the video: ${fields}.`}`;
}
