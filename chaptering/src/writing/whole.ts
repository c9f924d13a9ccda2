import type { TitlePhrase } from './segmented-spans.ts';
import type { SpeechProfile } from './speech.ts';
import { capitaliseStart } from './spelling.ts';
import { chooseBestPhrase, type RecordingMaterial } from './topics.ts';
import { titleOfWhole } from './whole-title.ts';

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
