import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { stripMarkup } from './plain-text.ts';

const sync = /<sync\b[^<>]{0,200}?\bstart\s?=\s?["']?(\d{1,12})[^<>]{0,200}>/gi;
const paragraph = /<p\b([^<>]{0,300})>/gi;

/**
 * Reads SAMI: text after `<SYNC Start=…>` (milliseconds) lasts until the next one. Classes hold languages: takes the
 * wanted one, else the one with the most cues.
 */
export function readSami(text: string, wanted?: string): CaptionFile {
  const byClass = new Map<string, FileCue[]>();
  let broken = 0;
  const marks = [...text.matchAll(sync)];
  for (const [n, mark] of marks.entries()) {
    const until = marks[n + 1]?.index ?? text.length;
    const start = Number(mark[1]) / 1000;
    for (const { name, said } of paragraphsOf(text.slice(mark.index + mark[0].length, until))) {
      const cues = byClass.get(name) ?? [];
      byClass.set(name, cues);
      const last = cues.at(-1);
      if (last) last.end ??= start;
      if (cues.length < maxCues)
        cues.push({ start, text: stripMarkup(said.replace(/<\/(?:body|sami|sync)>|\n/gi, ' ')) });
      else broken += 1;
    }
  }
  const said = [...byClass].map(([name, cues]) => ({
    cues,
    language: name ? languageOf(text, name) : undefined,
    count: cues.filter((cue) => cue.text.trim()).length,
  }));
  const isWanted = (language: string | undefined): boolean =>
    wanted !== undefined && language?.split('-')[0]?.toLowerCase() === wanted.split('-')[0]?.toLowerCase();
  const most = said.toSorted((one, other) => other.count - one.count)[0];
  const { cues, language } = said.find((each) => each.count > 0 && isWanted(each.language)) ?? most ?? { cues: [] };
  return { cues, broken, language };
}

function paragraphsOf(body: string): { name: string; said: string }[] {
  const begins = [...body.matchAll(paragraph)];
  if (begins.length === 0) return [{ name: '', said: body }];
  return begins.map((begin, n) => ({
    name: /\bclass\s?=\s?["']?([\w-]{1,40})/i.exec(begin[1] ?? '')?.[1]?.toLowerCase() ?? '',
    said: body.slice(begin.index + begin[0].length, begins[n + 1]?.index ?? body.length),
  }));
}

/** `.ENCC { Name: English; lang: en-US; }` in the style sheet. */
function languageOf(text: string, name: string): string | undefined {
  const rule = new RegExp(String.raw`\.${name}\s{0,9}\{[^{}]{0,300}?\blang\s?:\s?([a-z]{2,3}(?:-[a-z\d]{2,8})?)`, 'i');
  return rule.exec(text.slice(0, 20_000))?.[1];
}
