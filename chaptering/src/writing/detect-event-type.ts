import { memoize } from '../memoize.ts';
import type { Sentence } from '../transcript.ts';

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
