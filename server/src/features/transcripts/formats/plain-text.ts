import { decodeHTML } from 'entities/decode';

// Only tags that caption tools are known to write: 'a < b' and 'List<String>' are text.
const knownTag =
  /<\/?(?:font|b|i|u|s|c|v|lang|ruby|rt|span|p|strong|em|bold|italic|underline|script|style|img)(?:[\s.][^<>]{0,300})?\/?>/gi;
const timeTag = /<\d{1,3}:[\d:.]{1,12}>/g;
const assOverride = /\{\\[^{}]{0,200}\}/g;

/** How SubViewer and others end their lists. */
const endMark = /^\[(?:END SUBTITLE|END)\]\s{0,9}$/gim;

/** Takes tags, style codes and entities out of the text of an SRT or SBV cue. */
export function stripMarkup(text: string): string {
  const lines = text
    .replace(/<br\s?\/?>|\[br\]|\\N/gi, '\n')
    .replace(endMark, '')
    .replaceAll('\\h', ' ');
  return decodeHTML(lines.replace(assOverride, '').replace(timeTag, '').replace(knownTag, ''));
}
