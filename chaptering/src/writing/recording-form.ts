import type { Sentence } from '../transcript.ts';
import { memoize } from '../memoize.ts';
import { LONGEST_SENTENCE } from './grammar.ts';

/** Form by which a recording calls itself. */
export type RecordingForm =
  | 'podcast'
  | 'webinar'
  | 'panel'
  | 'lecture'
  | 'workshop'
  | 'tutorial'
  | 'meeting'
  | 'interview'
  | 'seminar'
  | 'masterclass';

/** Sentences at either end in which it says so. */
const ENDS = { first: 25, last: 12 };
const FORM =
  /\b(?:this|today's|welcome (?:back )?to (?:the|our|this|another)?(?: [\p{L}\d'’-]+){0,4}) (podcast|webinar|panel|lecture|workshop|tutorial|meeting|interview|seminar|masterclass)(?! (?:room|minutes|notes|owner|code|process))\b/giu;

/** The form that the beginning or the end of a recording of English gives it; undefined where they give none. */
export function detectRecordingForm(sentences: readonly Sentence[]): RecordingForm | undefined {
  const counts = new Map<string, number>();
  const ends = [...sentences.slice(0, ENDS.first), ...sentences.slice(ENDS.first).slice(-ENDS.last)];
  for (const { text } of ends)
    for (const [, form] of text.matchAll(FORM)) {
      const lower = form!.toLowerCase();
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
    }
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return best?.[0] as RecordingForm | undefined;
}

/** The show a recording is an episode of, or the body that meets. */
export type Occasion = { kind: 'episode' | 'meeting'; of: string };

/** Sentences within which it is named. */
const OPENING = 25;
const NAME = String.raw`(?:(?:\p{Lu}[\p{L}\d’'-]*|\d+),? )?(?:(?:\p{Lu}[\p{L}\d’'-]*|of|and|on|the|for),? )*\p{Lu}[\p{L}\d’'-]*`;
const MEETING = new RegExp(
  String.raw`\b(?:meeting|sitting|session)(?: number \d+)? of (?:the )?(${NAME}(?:Committee|Council|Board|Commission|Assembly|Panel|Parliament|Association|Society|Pandemic)?)`,
  'u',
);
const BODY = /\b(?:Committee|Council|Board|Commission|Assembly|Panel|Parliament|Association|Society)\b/;
const SHOW =
  /\b[Ww]elcome (?:back )?to (?:another episode of )?(?:the |our )?((?:\p{Lu}[\p{L}\d-]* ){1,4})([Pp]odcast|[Ss]how|[Ww]ebinar|[Ss]eries)\b/u;

/** Finds the show or meeting an English recording belongs to, as stated at the beginning. */
export const detectShowOrMeeting = memoize((sentences: readonly Sentence[]): Occasion | undefined => {
  for (const { text } of sentences.slice(0, OPENING)) {
    const meeting = MEETING.exec(text)?.[1];
    if (meeting !== undefined && BODY.test(meeting)) return { kind: 'meeting', of: `the ${meeting}` };
    const show = SHOW.exec(text);
    if (show !== null) return { kind: 'episode', of: `the ${show[1]}${show[2]}` };
  }
  return undefined;
});

const KIND =
  /\b((?:(?:functional|conceptual|detailed|technical|product|project|sprint|planning|status|weekly|daily|kick-?off|review|design|budget|strategy) ){1,2}meeting)\b|\bmeeting of ((?:functional|conceptual|detailed|technical) design)\b|\b((?:functional|conceptual|detailed) design) phase\b/i;

/** Returns the kind of meeting named at the beginning: 'functional design meeting'. */
export const meetingKindOf = memoize((sentences: readonly Sentence[]): string | undefined => {
  for (const { text } of sentences.slice(0, OPENING)) {
    const [, whole, of, phase] = KIND.exec(text.replace(/\b(?:um|uh),? /gi, '')) ?? [];
    const kind = whole ?? ((of ?? phase) === undefined ? undefined : `${(of ?? phase)!} meeting`);
    if (kind !== undefined) return kind.toLowerCase();
  }
  return undefined;
});

/** Sentences within which a meeting says what it will do. */
const AGENDA_OPENING = 45;
/** Typical agenda items of meetings, as people word them. */
const MATTER =
  /\b((?:(?:three|two|four|prototype|project|product|budget|design|status|research|marketing|usability) )?presentations?|(?:new|additional) (?:(?:project|product|user|customer) )?requirements?|(?:key )?decisions? (?:up)?on (?:the |our )?[\p{L}-]+(?: [\p{L}-]+){0,2}|(?:functional|conceptual|detailed|technical) design|evaluation criteria|(?:production|product|project|prototype|process) evaluation|(?:the |our )?(?:finances?|budget)|action items|next steps)\b/giu;
const HESITATION = /\b(?:um+|uh+|mm+)\b,? ?/gi;
/** It is said of a meeting that says what it will do. */
const IS_AGENDA = /\bagenda\b|\bwe(?:['’]ll| will| have to|['’]re g(?:oing|onna))|\b(?:then|first|today)\b/i;

/** Returns the agenda that a meeting states at its beginning; empty when it states none. */
export const findAgenda = memoize((sentences: readonly Sentence[]): readonly string[] => {
  const items: string[] = [];
  for (const { text } of sentences.slice(0, AGENDA_OPENING)) {
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
