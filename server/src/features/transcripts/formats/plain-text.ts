import { decodeHTML } from 'entities/decode';

// Only tags that caption tools are known to write: 'a < b' and 'List<String>' are text.
const knownTag =
  /<\/?(?:font|b|i|u|s|c|v|lang|ruby|rt|span|p|strong|em|bold|italic|underline|script|style|img)(?:[\s.][^<>]{0,300})?\/?>/gi;
const timeTag = /<\d{1,3}:[\d:.]{1,12}>/g;
const assOverride = /\{\\[^{}]{0,200}\}/g;

/** Takes tags, style codes and entities out of the text of an SRT or SBV cue. */
export function stripMarkup(text: string): string {
  const lines = text.replace(/<br\s?\/?>|\\N/gi, '\n').replaceAll('\\h', ' ');
  return decodeHTML(lines.replace(assOverride, '').replace(timeTag, '').replace(knownTag, ''));
}
