import type { TitlePhrase } from './segmented-spans.ts';
import { subjectStems } from './announced.ts';
import { findNounPhraseAt } from './nominal.ts';
import type { SpeechProfile } from './speech.ts';
import { spellWord } from './spelling.ts';
import type { WordToken } from './word-profile.ts';

/** Sentences within which a recording says what it is. */
const OPENING = 14;
const WHOLE = [
  /\bwelcome(?:,? (?:everyone|everybody|all|back|again|you|folks|guys|to|the|this|our|today's|webinar|session|talk|workshop|course|lecture|tutorial|masterclass|demo))*,? (?:to|on|about) /giu,
  /\b(?:today|in this (?:episode|video|talk|session|webinar|presentation|lecture|course|tutorial|lesson)|this (?:episode|video|talk|session|webinar|presentation|lecture|course|tutorial|lesson)|today's (?:episode|video|talk|session|webinar|topic|subject|lecture|lesson)|(?:i am|i'm|we are|we're) here to|(?:my|our|the) (?:talk|presentation|topic|session)(?: today)?)\b[^.?!;]{0,40}?\b(?:about|on|discuss|cover|explain|explore|introduce|is|titled|called) /giu,
  /\b(?:going to|gonna|want to|like to|we'll|i'll|we will|i will|will) (?:be )?(?:talk|talking|speak|speaking|discuss|discussing) (?:today )?(?:a (?:little )?bit )?(?:about |on )?/giu,
];
/** 'The third meeting of the roof committee': true, and better than nothing announced. */
const MEETING = /\b(?:meeting|webinar|workshop|hearing|conference|panel|seminar|masterclass)\b/i;
const MEETING_WORTH = 0.05;
const NUMBERED_WORTH = 10;
/** A subject of the whole is spoken of in this share of its passages. */
const THROUGHOUT = 0.3;

/** Finds the subject that an English recording announces at its beginning. */
export function announcedWhole(speech: SpeechProfile): TitlePhrase | undefined {
  const found: TitlePhrase[] = [];
  for (let i = 0; i < Math.min(OPENING, speech.tokens.length); i++) {
    const { text } = speech.sentences[i]!;
    for (const cue of WHOLE) {
      for (const match of text.matchAll(cue)) {
        const end = match.index + match[0].length;
        const rest = text.slice(end);
        // 'Roofers' Newsletter #12' tells one recording from the others of its show.
        const [, name] = /^(?:the )?((?:\p{Lu}[\p{L}\d-]* ){1,5}#\d+(?: Recap)?)/u.exec(rest) ?? [];
        if (name !== undefined) found.push({ text: name, stems: [], score: NUMBERED_WORTH });
        const at = speech.tokens[i]!.findIndex((token) => token.from >= end);
        const nominal = at < 0 ? undefined : findNounPhraseAt(speech.tokens[i]!, at, speech);
        if (nominal !== undefined) offer(nominal, i);
      }
    }
  }
  return found.toSorted((a, b) => b.score - a.score)[0];

  function offer(nominal: readonly WordToken[], sentence: number): void {
    const text = nominal.map((token) => spellWord(token, speech)).join(' ');
    const stems = subjectStems(nominal);
    if (MEETING.test(text) && nominal.length > 2) return void found.push({ text, stems: [], score: MEETING_WORTH });
    const share = Math.max(0, ...stems.map((stem) => speech.spread.get(stem) ?? 0));
    const isOneWord = stems.length < 2;
    if (isOneWord && (nominal.length > 1 || !/\p{Lu}/u.test(text))) return;
    if (share < THROUGHOUT * (isOneWord ? 2 : 1)) return;
    const worth = isOneWord ? 0.7 : stems.length > 4 ? 0.8 : 1;
    found.push({ text, stems, score: share * Math.exp(-sentence / OPENING) * worth });
  }
}
