import { SaxesParser } from 'saxes';
import { isNameOfTime, readAnyJson } from './any-json.ts';
import type { CaptionFile } from './caption-file.ts';
import { momentSeconds, subsecondDigitsOf, partsOfSecond } from './line-times.ts';

const maxDepth = 100;
const maxMistakes = 100;
/** Elements that only change how words look. */
const inline = /^(?:i|b|u|s|c|v|em|br|font|span|strong|ital|ruby|r[bt])$/i;
const partedTime = /(?<=["'>])\d{1,3}:\d{2}:\d{2}[:;]\d{1,3}(?=["'<])/g;

type Thing = { name: string; fields: Record<string, unknown>; text: string; below: unknown[] };

/**
 * Reads XML of an unknown format: each timed element becomes a JSON-like entry of its attributes and text children.
 * Undefined without words and times.
 */
export function readAnyXml(xml: string, duration?: number): CaptionFile | undefined {
  if (!/^\s{0,99}<[?!a-z]/i.test(xml)) return undefined;
  const root: Thing = { name: '', fields: {}, text: '', below: [] };
  const stack = [root];
  let mistakes = 0;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (stack.length > maxDepth) throw new Error('nested too deep');
    const fields = Object.entries(attributes).map(([key, value]) => [localName(key), value]);
    stack.push({ name: localName(name), fields: Object.fromEntries(fields), text: '', below: [] });
  });
  parser.on('text', (text) => {
    stack.at(-1)!.text += text.replace(/\s+/g, ' ');
  });
  parser.on('cdata', (text) => {
    stack.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    if (stack.length > 1) put(stack.pop()!, stack.at(-1)!);
  });
  parser.on('error', (error) => {
    mistakes += 1;
    if (mistakes > maxMistakes) throw error;
  });
  try {
    parser.write(withSeconds(xml.trimStart())).close();
  } catch {
    mistakes += 1;
  }
  // Elements left open by damage or a truncated file still count.
  while (stack.length > 1) put(stack.pop()!, stack.at(-1)!);
  const file = readAnyJson(root.below, duration);
  return file && { ...file, broken: file.broken + Number(mistakes > 0) };
}

function put({ name, fields, text, below }: Thing, parent: Thing): void {
  const isTimed = Object.keys(fields).some(isNameOfTime);
  if (inline.test(name) && !isTimed) {
    parent.text += /^br$/i.test(name) ? '\n' : text;
    for (const each of below) parent.below.push(each);
  } else if (below.length === 0 && !isTimed) {
    const before = parent.fields[name];
    parent.fields[name] = typeof before === 'string' ? `${before}\n${text}` : text;
  } else parent.below.push({ ...(text.trim() ? { text } : {}), ...fields, below });
}

/** Frames or ticks behind a third colon, as cinemas have them. */
function withSeconds(xml: string): string {
  const given = xml.match(partedTime) ?? [];
  const told = Number(/\b(?:TimeCodeRate|frameRate)\b[>="'\s]{1,3}(\d{2,3})\b/.exec(xml)?.[1] ?? 0);
  const parts = told || partsOfSecond(given.flatMap((time) => subsecondDigitsOf(time) ?? []));
  return xml.replace(partedTime, (time) => `${momentSeconds(time, parts)?.toFixed(3) ?? '?'}s`);
}

const localName = (qualified: string): string => qualified.slice(qualified.lastIndexOf(':') + 1);
