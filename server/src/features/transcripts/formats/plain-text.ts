import { decodeHTML } from 'entities/decode';

// Only tags that caption tools are known to write: 'a < b' and 'List<String>' are text.
const knownTag =
  /<\/?(?:font|b|i|u|s|c|v|lang|ruby|rt|span|p|strong|em|bold|italic|underline|script|style|img)(?:[\s.][^<>]{0,300})?\/?>/gi;
const timeTag = /<\d{1,3}:[\d:.]{1,12}>/g;
const assOverride = /\{\\[^{}]{0,200}\}/g;

/** How SubViewer and others end their lists, and what whisper.cpp tells of itself. */
const endMark =
  /^(?:\[(?:END SUBTITLE|END)\]|<end subtitles>|Transcribed by https:\/\/otter\.ai|(?:whisper|ggml)_\w{1,60}:.{0,300}|\*{4,} (?:START|END) SCRIPT \*{4,}|output_\w{3,9}: saving.{0,300})\s{0,9}$/gim;

/** Takes tags, style codes and entities out of the text of an SRT or SBV cue. */
export function stripMarkup(text: string): string {
  const lines = text
    .replace(/<br\s?\/?>|\[br\]|\\N/gi, '\n')
    .replace(endMark, '')
    .replaceAll('\\h', ' ');
  return decodeHTML(lines.replace(assOverride, '').replace(timeTag, '').replace(knownTag, ''));
}

/** Parts of a page that nobody reads. */
const unseen = /^(?:script|style|head)$/;
/** Elements that end a line. */
const blocks = /^(?:p|div|tr|li|h\d|pre|table|br)$/;

/** The text of a web page, each row and paragraph in a line of its own and the cells of a row parted by tabs. */
export function textOfPage(page: string): string {
  const parts: string[] = [];
  let within: string | undefined;
  for (const [n, part] of page.split('<').entries()) {
    const [tag = '', close, name = ''] = (n > 0 && /^(\/?)([a-z!][a-z\d]{0,20})[^>]{0,1000}>/i.exec(part)) || [];
    const element = name.toLowerCase();
    if (within === element && close) within = undefined;
    else if (!close && unseen.test(element)) within ??= element;
    if (within !== undefined) continue;
    const isBlock = blocks.test(element) && (close || element === 'br');
    const text = part.slice(tag.length);
    if (close && /^t[dh]$/.test(element)) parts.push('\t');
    parts.push(isBlock ? `\n${text.replace(/^\n/, '')}` : tag || n === 0 ? text : `<${part}`);
  }
  return decodeHTML(
    parts
      .join('')
      .replace(/\t\s{0,99}(?=\n|$)/g, '')
      .replace(/\t\n\s{0,99}/g, '\t'),
  );
}
