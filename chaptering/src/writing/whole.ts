import type { Phrase } from './phrases.ts';
import { titleCase } from './titles.ts';
import type { WordProfile } from './word-profile.ts';

/** What machines and habits put into file names, saying nothing of the subject. */
const NOISE =
  /^(?:gmt|zoom|teams|meet|webex|video|audio|movie|clip|recording|recorded|record|screen|capture|final|edit|edited|export|master|copy|draft|new|untitled|session|call|meeting|webinar|mp4|mov|mkv|webm|hd|uhd|fhd|\d+p?|\d+x\d+|v\d+|img|vid|dsc|mvi|obs|default|temp|test|short|the|and|of|a|to|for|in|on|with)$/i;

/** The title of the whole: a file name that speaks, else the recording's own subjects. */
export function wholeTitle(
  phrases: readonly Phrase[],
  profiles: ReadonlyMap<string, WordProfile>,
  and: string,
  name = '',
): string {
  const words = name
    .replace(/^.*[\\/]/, '')
    .replace(/\.[A-Za-z0-9]{2,5}$/, '')
    .split(/[\s_+.-]+/)
    .filter((word) => /^[\p{L}\p{N}'’&]+$/u.test(word) && !/^\d{5,}$|^[0-9a-f]{8,}$/i.test(word));
  const telling = words.filter((word) => !NOISE.test(word) && !/\d{2,}/.test(word) && word.length > 1);
  if (telling.length >= 2)
    return titleCase(
      words
        .filter((word) => !/^(?:final|edit|edited|export|copy|draft|v\d+|\d+p|gmt.*)$/i.test(word))
        .slice(0, 12)
        .join(' '),
      profiles,
    );
  const [first, second, third] = complementary(phrases, 3);
  if (first === undefined) return telling[0] ? titleCase(telling[0], profiles) : 'Untitled recording';
  const subjects = [first, second, third].filter((text) => text !== undefined).map((text) => titleCase(text, profiles));
  return listed(subjects.join(' ').split(' ').length > 7 ? subjects.slice(0, 2) : subjects, and);
}

/** One or two sentences for a catalogue. */
export function describe(
  phrases: readonly Phrase[],
  and: string,
  duration: number,
  speakers: readonly string[],
): string {
  if (and !== 'and') return listed(complementary(phrases, 5), and);
  const minutes = Math.max(1, Math.round(duration / 60));
  const subjects = complementary(phrases, 5);
  const who = speakers.length > 0 && speakers.length <= 4 ? ` with ${listed(speakers, and)}` : '';
  const length = minutes === 1 ? 'one minute' : `${minutes} minutes`;
  if (subjects.length === 0) return `A recording of ${length}${who}.`;
  return `${length.charAt(0).toUpperCase()}${length.slice(1)}${who} on ${listed(subjects, and)}.`;
}

/** The best phrases that do not share a word. */
export function complementary(phrases: readonly Phrase[], most: number): string[] {
  const used = new Set<string>();
  const chosen: string[] = [];
  // Two words say more than one: 'signature aggregation' rather than 'signature'.
  const ranked = phrases
    .slice(0, 200)
    .toSorted((a, b) => b.score * (b.words > 1 ? 2.5 : 1) - a.score * (a.words > 1 ? 2.5 : 1));
  for (const { text, stems } of ranked) {
    if (chosen.length === most) break;
    if (stems.some((stem) => used.has(stem))) continue;
    for (const stem of stems) used.add(stem);
    chosen.push(text);
  }
  return chosen;
}

export function listed(items: readonly string[], and: string): string {
  if (items.length < 2) return items[0] ?? '';
  if (and === '·') return items.join(' · ');
  return `${items.slice(0, -1).join(', ')} ${and} ${items.at(-1)}`;
}
