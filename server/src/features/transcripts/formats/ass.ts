import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { lenientSeconds } from './line-times.ts';
import { stripMarkup } from './plain-text.ts';
import { eachLine } from './timed-blocks.ts';

/** The columns of both versions, where a file does not say. */
const usual = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];

/** A drawing by the codes of a pen, in the place of words. */
const drawing = /\{[^}]{0,200}\\p[1-9]/;

/** ASS and SSA: the lines `Dialogue: 0,0:00:01.00,0:00:03.50,Default,Name,0,0,0,,Text`; the last column has commas. */
export function readAss(text: string): CaptionFile {
  const cues: FileCue[] = [];
  let columns = usual;
  let broken = 0;
  let inEvents = false;
  for (const indented of eachLine(text)) {
    const line = indented.trimStart();
    if (line.startsWith('[')) inEvents = /^\[events\]/i.test(line);
    if (!inEvents) continue;
    const format = /^format:\s?(.{1,500})$/i.exec(line)?.[1];
    if (format) columns = format.split(',').map((name) => name.trim().toLowerCase());
    const dialogue = /^dialogue:\s?(.*)$/i.exec(line)?.[1];
    if (dialogue === undefined) continue;
    const cells = dialogue.split(',');
    const cell = (name: string): string => cells[columns.indexOf(name)]?.trim() ?? '';
    const said = cells.slice(columns.length - 1).join(',');
    const [start, end] = [lenientSeconds(cell('start')), lenientSeconds(cell('end'))];
    if (start === undefined || cues.length >= maxCues) broken += 1;
    else if (!drawing.test(said))
      cues.push({
        start,
        text: stripMarkup(said.replaceAll('\\n', '\n')),
        ...(end === undefined ? {} : { end }),
        ...(cell('name') ? { speaker: cell('name') } : {}),
      });
  }
  return { cues, broken };
}
