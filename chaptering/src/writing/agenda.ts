import { LONGEST_SENTENCE } from './grammar.ts';
import { memoize } from '../memoize.ts';
import type { Sentence } from '../transcript.ts';

/** Sentences within which a meeting says what it will do. */
const OPENING = 45;
/** Typical agenda items of meetings, as people word them. */
const MATTER =
  /\b((?:(?:three|two|four|prototype|project|product|budget|design|status|research|marketing|usability) )?presentations?|(?:new|additional) (?:(?:project|product|user|customer) )?requirements?|(?:key )?decisions? (?:up)?on (?:the |our )?[\p{L}-]+(?: [\p{L}-]+){0,2}|(?:functional|conceptual|detailed|technical) design|evaluation criteria|(?:production|product|project|prototype|process) evaluation|(?:the |our )?(?:finances?|budget)|action items|next steps)\b/giu;
const HESITATION = /\b(?:um+|uh+|mm+)\b,? ?/gi;
/** It is said of a meeting that says what it will do. */
const IS_AGENDA = /\bagenda\b|\bwe(?:['’]ll| will| have to|['’]re g(?:oing|onna))|\b(?:then|first|today)\b/i;

/** Returns the agenda that a meeting states at its beginning; empty when it states none. */
export const findAgenda = memoize((sentences: readonly Sentence[]): readonly string[] => {
  const items: string[] = [];
  for (const { text } of sentences.slice(0, OPENING)) {
    if (text.length > LONGEST_SENTENCE || !IS_AGENDA.test(text) || /\blast (?:meeting|time)\b/i.test(text)) continue;
    for (const [, said] of text.replace(HESITATION, '').matchAll(MATTER)) {
      const item = said!.toLowerCase().replace(/^(?:the|our) /, '');
      if (/\b(?:the|for|of|on|to|and|we|will)$|\bon on\b/.test(item)) continue;
      const head = item.split(' ').at(-1)!.replace(/s$/, '');
      if (!items.some((other) => other.includes(head)))
        items.push(/^(?:decision|presentation)\b/.test(item) ? `a ${item}` : item);
    }
  }
  return items.length < 2 ? [] : items;
});
