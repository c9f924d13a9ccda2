import type { Language } from './language.ts';
import { listed } from './listed.ts';
import { phrasingOf } from './phrasing.ts';
import { isPlainTitle } from './plain-titles.ts';
import type { Speech } from './speech.ts';
import { capitalised, insideSentence } from './spelling.ts';
import type { SummarySentence } from './summaries.ts';
import type { Span } from './title-spans.ts';

/** What machines and habits put into file names, saying nothing of the subject. */
const NOISE =
  /^(?:gmt|zoom|teams|meet|webex|video|audio|movie|clip|recording|recorded|record|screen|capture|final|edit|edited|export|master|copy|draft|new|untitled|session|call|meeting|webinar|mp4|mov|mkv|webm|hd|uhd|fhd|\d+p?|\d+x\d+|v\d+|img|vid|dsc|mvi|obs|default|temp|test|short|the|and|of|a|to|for|in|on|with)$/i;
const MACHINES = /^(?:final|edit|edited|export|copy|draft|v\d+|\d+p|gmt.*)$/i;

/** The title of the whole: a file name that speaks, else the recording's own subject. */
export function wholeTitle(spans: readonly Span[], speech: Speech, name = ''): string {
  const words = name
    .replace(/^.*[\\/]/, '')
    .replace(/\.[A-Za-z0-9]{2,5}$/, '')
    .split(/[\s_+.-]+/)
    .filter((word) => /^[\p{L}\p{N}\p{M}'’&]+$/u.test(word) && !/^\d{5,}$|^[0-9a-f]{8,}$/i.test(word));
  const telling = words.filter((word) => !NOISE.test(word) && !/\d{2,}/.test(word) && word.length > 1);
  if (telling.length >= 2) {
    const kept = words.filter((word) => !MACHINES.test(word)).slice(0, 12);
    return capitalised(kept.map((word) => calm(word, speech)).join(' '), speech.spellings);
  }
  const best = spans.find(({ stems }) => stems.length > 1) ?? spans[0];
  if (best !== undefined) return capitalised(best.text, speech.spellings);
  return telling[0] ? capitalised(calm(telling[0], speech), speech.spellings) : 'Untitled recording';
}

/** A word of a file name as the recording writes it; one in capitals that nobody said is shouting. */
function calm(word: string, { spellings, counts }: Speech): string {
  const lower = word.toLowerCase();
  const said = spellings.get(lower);
  if (said !== undefined) return said;
  return counts.has(lower) || word === word.toUpperCase() ? lower : word;
}

const LEAST_CLAIMS = 2;
/** More are not listed. */
const NAMES = 4;

type Material = {
  /** Subjects of the whole recording, best first. */
  spans: readonly Span[];
  chapters: readonly { title: string; start: number; end: number }[];
  sentences: readonly SummarySentence[];
  /** Sentences that only stand alone. */
  spare: readonly SummarySentence[];
  speech: Speech;
  language: Language;
  /** Seconds. */
  duration: number;
  names: readonly string[];
};

/** What it is about, who speaks and what one learns, in two sentences for a catalogue. */
export function describe(material: Material): string {
  const { language, speech } = material;
  const phrasing = phrasingOf(language.code);
  const topics = [...new Set([...subjects(material.spans, 1), ...topicsOf(material, 7)])];
  const apart = distinct(topics, speech);
  if (phrasing === undefined) return capitalised(listed(apart.slice(0, 5), language), speech.spellings);
  if (apart.length === 0) return '';
  const first = sessionOf(material, apart.slice(0, 3));
  const rest = apart.slice(3, 7);
  return rest.length > 0 ? `${first} ${phrasing.learn(listed(rest, language))}` : first;
}

/** What it is, how it goes on, and what is claimed in it: sentences that follow from each other. */
export function summarise(material: Material): string {
  const { language, sentences, spare, speech } = material;
  const phrasing = phrasingOf(language.code);
  const said = sentences.map(({ text }) => text);
  if (phrasing === undefined) return said.join(' ');
  const frames = phrasing.claims;
  const claims = frames
    ? sentences
        .filter(isReportable)
        .slice(0, frames.length)
        .map(({ text }, n) => frames[n]!(insideSentence(text, speech)))
    : said.slice(0, 3);
  // Where too little is claimed, what else is said has to do.
  if (claims.length < LEAST_CLAIMS)
    claims.push(...spare.slice(0, LEAST_CLAIMS - claims.length).map(({ text }) => text));
  const about = distinct([...subjects(material.spans, 1), ...topicsOf(material, 2)], speech).slice(0, 2);
  const opening = about.length > 0 ? [sessionOf(material, about)] : [];
  return [...opening, ...courseOf(material), ...claims].join(
    language.code === 'zh' || language.code === 'ja' ? '' : ' ',
  );
}

function sessionOf({ language, duration, names }: Material, topics: readonly string[]): string {
  const minutes = Math.max(1, Math.round(duration / 60));
  const { others } = phrasingOf(language.code)!;
  const known = names.length <= NAMES ? names : others ? [...names.slice(0, NAMES - 1), others] : [];
  const text = phrasingOf(language.code)!.session({
    minutes,
    subjects: listed(topics, language),
    names: listed(known, language),
    many: known.length > 1,
  });
  return capitalised(text);
}

function courseOf(material: Material): string[] {
  const telling = namedChapters(material).filter(({ title }) => isTelling(material, title));
  const named = telling.length < 3 ? namedChapters(material) : telling;
  if (named.length < 3) return [];
  const first = named[0]!;
  const last = named.at(-1)!;
  const between = named
    .slice(1, -1)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, 3)
    .toSorted((a, b) => a.start - b.start);
  const inside = ({ title }: { title: string }): string => insideSentence(title, material.speech);
  const then = listed(between.map(inside), material.language);
  return [phrasingOf(material.language.code)!.course(inside(first), then, inside(last))];
}

/** Chapters whose title names a subject: no question, no order ('Add a test vector'). */
const namedChapters = ({ chapters, speech }: Material) =>
  chapters.filter(({ title }) => {
    const [first] = speech.tokenise(title);
    const isOrder = first?.tag === 'VERB' && !first.lower.endsWith('ing');
    return !isPlainTitle(title) && !isOrder && !/[?？:]/.test(title);
  });

/** The titles of the longest chapters, in their order, as they stand inside a sentence; none of one common word. */
const topicsOf = (material: Material, most: number): string[] =>
  namedChapters(material)
    .filter(({ title }) => isTelling(material, title))
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, most)
    .toSorted((a, b) => a.start - b.start)
    .map(({ title }) => insideSentence(title, material.speech));

/** More than one word, or a name. In other languages than English one word often is more. */
function isTelling({ language, speech }: Material, title: string): boolean {
  const inside = insideSentence(title, speech);
  return language.code !== 'en' || title.includes(' ') || /\p{Lu}|\d|-/u.test(inside);
}

const subjects = (spans: readonly Span[], most: number): string[] => spans.slice(0, most).map(({ text }) => text);

/** Without those that share most of their words with an earlier one. */
function distinct(topics: readonly string[], { tokenise }: Speech): string[] {
  const said = new Set<string>();
  return topics.filter((topic) => {
    const stems = tokenise(topic).flatMap(({ stem, stop }) => (stop ? [] : [stem]));
    const known = stems.filter((stem) => said.has(stem)).length;
    for (const stem of stems) said.add(stem);
    return known * 2 <= stems.length - 1 || known === 0;
  });
}

/** Can follow 'that': a statement about the matter, not about who speaks. */
const isReportable = ({ text }: SummarySentence): boolean =>
  !/\b(?:I|I'm|I've|I'll|I'd|me|my|we|We|us|our|Our|you said|you mean|you're saying)\b|\b[Ww]e'\w|["“]/.test(text) &&
  // 'If the only way is if you sign': what then?
  !/^(?:if|as|when|because|while|although|since|unless|with|from|for|in)\b[^,]*$/i.test(text) &&
  !/^(?:do|don't|let|make|use|be|take|please|imagine|remember|think|look|say|obviously|also|first|secondly|what|how|why|where|who|bring|try|go)\b/i.test(
    text,
  ) &&
  !/^(?:the|one|another|my|our) (?:\w+ )?(?:problem|idea|thing|point|question|reason|goal|example|way) (?:is|was|here)\b/i.test(
    text,
  ) &&
  text.endsWith('.');

/** The best subjects that share no word with a title nor with each other. */
export function subjectsBeside(title: string, spans: readonly Span[], { tokenise }: Speech, most: number): string[] {
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
