import type { TitlePhrase } from './segmented-spans.ts';
import { subjectStems } from './announced.ts';
import { findNounPhraseAt } from './nominal.ts';
import type { SpeechProfile } from './speech.ts';
import { spellWord, capitaliseStart } from './spelling.ts';
import type { WordToken } from './word-profile.ts';
import { chooseBestPhrase, type RecordingMaterial } from './topics.ts';
import { titleOfWhole } from './whole-title.ts';

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

/** File name parts from machines and habits that say nothing about the subject. */
const NOISE =
  /^(?:gmt|zoom|teams|meet|webex|video|audio|movie|clip|recording|recorded|record|screen|capture|final|edit|edited|export|master|copy|draft|new|untitled|session|call|meeting|webinar|mp4|mov|mkv|webm|hd|uhd|fhd|\d+p?|\d+x\d+|v\d+|img|vid|dsc|mvi|obs|default|temp|test|short|the|and|of|a|to|for|in|on|with)$/i;
const MACHINES = /^(?:final|edit|edited|export|copy|draft|v\d+|\d+p|gmt.*)$/i;

/**
 * The title of the whole: a file name that speaks, where there is none the slide it begins with, what the recording
 * announces, else its own subject.
 */
export function wholeTitle(material: RecordingMaterial, name = '', opening?: string): string {
  const { spans, speech, announced, language } = material;
  const words = name
    .replace(/^.*[\\/]/, '')
    .replace(/\.[A-Za-z0-9]{2,5}$/, '')
    .split(/[\s_+.-]+/)
    .filter((word) => /^[\p{L}\p{N}\p{M}'’&]+$/u.test(word) && !/^\d{5,}$|^[0-9a-f]{8,}$/i.test(word));
  const telling = words.filter((word) => !NOISE.test(word) && !/\d{2,}/.test(word) && word.length > 1);
  if (telling.length >= 2) {
    const kept = words.filter((word) => !MACHINES.test(word)).slice(0, 12);
    return capitaliseStart(kept.map((word) => calm(word, speech)).join(' '), speech.spellings);
  }
  if (name === '' && opening !== undefined) return opening;
  if (language.code === 'en') {
    const told = titleOfWhole(material);
    if (told !== undefined) return told;
  }
  const best = announced ?? chooseBestPhrase(spans);
  if (best !== undefined) return capitaliseStart(best.text, speech.spellings);
  return telling[0] ? capitaliseStart(calm(telling[0], speech), speech.spellings) : 'Untitled recording';
}

/** A word of a file name as the recording writes it; one in capitals that nobody said is shouting. */
function calm(word: string, { spellings, counts }: SpeechProfile): string {
  const lower = word.toLowerCase();
  const said = spellings.get(lower);
  if (said !== undefined) return said;
  return counts.has(lower) || word === word.toUpperCase() ? lower : word;
}

/** The best subjects that share no word with a title nor with each other. */
export function selectFurtherSubjects(
  title: string,
  spans: readonly TitlePhrase[],
  { tokenise }: SpeechProfile,
  most: number,
): string[] {
  const used = new Set(tokenise(title).map(({ stem }) => stem));
  const chosen: string[] = [];
  for (const { text, stems } of spans.slice(0, 200)) {
    if (chosen.length === most) break;
    if (stems.some((stem) => used.has(stem))) continue;
    for (const stem of stems) used.add(stem);
    chosen.push(text);
  }
  return chosen;
}
