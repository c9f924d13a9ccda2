import { withArticle } from './articles.ts';
import { claimsAbout } from './claims.ts';
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
export function wholeTitle(spans: readonly Span[], speech: Speech, announced: Span | undefined, name = ''): string {
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
  const best = announced ?? bestOf(spans);
  if (best !== undefined) return capitalised(best.text, speech.spellings);
  return telling[0] ? capitalised(calm(telling[0], speech), speech.spellings) : 'Untitled recording';
}

/** The best subject of more than one word, else the best. */
const bestOf = (spans: readonly Span[]): Span | undefined => spans.find(({ stems }) => stems.length > 1) ?? spans[0];

/** A word of a file name as the recording writes it; one in capitals that nobody said is shouting. */
function calm(word: string, { spellings, counts }: Speech): string {
  const lower = word.toLowerCase();
  const said = spellings.get(lower);
  if (said !== undefined) return said;
  return counts.has(lower) || word === word.toUpperCase() ? lower : word;
}

/** More are not listed. */
const NAMES = 4;

type Material = {
  /** Subjects of the whole recording, best first. */
  spans: readonly Span[];
  /** What it says at its beginning that it is about. */
  announced: Span | undefined;
  chapters: readonly { title: string; start: number; end: number }[];
  sentences: readonly SummarySentence[];
  speech: Speech;
  language: Language;
  /** Seconds. */
  duration: number;
  names: readonly string[];
};

/** What it is about, who speaks, and what one takes along, in two or three sentences for a catalogue. */
export function describe(material: Material): string {
  const { language, speech } = material;
  const phrasing = phrasingOf(language.code);
  const [subject, ...topics] = distinct([...subjectOf(material), ...topicsOf(material, 7)], speech);
  if (phrasing === undefined)
    return capitalised(listed([subject ?? '', ...topics].slice(0, 5), language), speech.spellings);
  if (subject === undefined) return '';
  const [takeaway] = claimsOf(material);
  const told = phrasing.takeaway && takeaway ? phrasing.takeaway(takeaway.text) : undefined;
  const first = sessionOf(material, [subject, ...topics.slice(0, told ? 3 : 2)]);
  const rest = told ? [] : topics.slice(2, 6);
  return [first, ...(rest.length > 0 ? [phrasing.learn(listed(rest, language))] : []), ...(told ? [told] : [])].join(
    isUnspaced(language) ? '' : ' ',
  );
}

/** How it goes from the beginning to the end and what is claimed on the way: sentences that follow from each other. */
export function summarise(material: Material): string {
  const { language, sentences, speech } = material;
  const phrasing = phrasingOf(language.code);
  if (phrasing === undefined) return sentences.map(({ text }) => text).join(' ');
  const course = courseOf(material);
  // The description has told the first.
  const claims = phrasing.claims
    ? claimsOf(material)
        .slice(1, 1 + phrasing.claims.length)
        .toSorted((a, b) => a.i - b.i)
        .map((claim, n) => phrasing.claims![n]!(insideSentence(claim.text, speech), contextOf(material, claim)))
    : sentences.slice(0, 3).map(({ text }) => text);
  const told = [...course, ...claims];
  const opening = course.length > 0 ? [] : subjectOf(material).map((subject) => sessionOf(material, [subject]));
  return [...opening, ...told].join(isUnspaced(language) ? '' : ' ');
}

/** What the chapter is about in which something is claimed, where the claim does not say so itself. */
function contextOf(material: Material, { i, text }: SummarySentence): string {
  const { tokenise, sentences } = material.speech;
  const { start } = sentences[i]!;
  const chapter = namedChapters(material).find((one) => one.start <= start && start < one.end);
  if (chapter === undefined || !isTelling(material, chapter.title)) return '';
  const topic = inSentence(material, chapter.title);
  if (/^(?:how|why|what)\b/.test(topic)) return '';
  const said = new Set(tokenise(text).map(({ stem }) => stem));
  return tokenise(chapter.title).some(({ stem, stop }) => !stop && said.has(stem)) ? '' : topic;
}

const isUnspaced = ({ code }: Language): boolean => code === 'zh' || code === 'ja';

const claimsOf = (material: Material): SummarySentence[] =>
  claimsAbout(
    material.sentences,
    [...subjects(material.spans, 6), ...material.chapters.map(({ title }) => title)],
    // Where the chapters have no names to go by, what is claimed has to tell what it is about.
    { speech: material.speech, anyOther: namedChapters(material).length < FEW },
  );

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

/** The chapters in their order: the first, the longest between, the last. */
function courseOf(material: Material): string[] {
  const telling = namedChapters(material).filter(({ title }) => isTelling(material, title));
  const named = telling.length < 3 ? namedChapters(material) : telling;
  if (named.length < LEAST_NAMED) return [];
  const most = COURSE.find(({ chapters }) => named.length <= chapters)!.between;
  const between = named
    .slice(1, -1)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, most)
    .toSorted((a, b) => a.start - b.start);
  const topics = [named[0]!, ...between, named.at(-1)!].map(({ title }) => inSentence(material, title));
  const half = topics.length > 4 ? 1 + Math.ceil((topics.length - 2) / 2) : topics.length - 1;
  return phrasingOf(material.language.code)!.course(
    topics[0]!,
    listed(topics.slice(1, half), material.language),
    listed(topics.slice(half, -1), material.language),
    topics.at(-1)!,
  );
}

/** With fewer chapters to name, these do not say enough. */
const FEW = 3;
/** With fewer chapters to name there is no course to tell. */
const LEAST_NAMED = 2;
/** How many chapters between the first and the last are told of a recording of up to so many. */
const COURSE = [
  { chapters: 8, between: 4 },
  { chapters: Infinity, between: 6 },
];

/** A title as it stands inside a sentence, in English with its article. */
const inSentence = ({ language, speech }: Material, title: string): string =>
  language.code === 'en' ? withArticle(title, speech) : insideSentence(title, speech);

/** Chapters whose title names a subject: no question, no order ('Add a test vector'). */
const namedChapters = ({ chapters, speech }: Material) =>
  chapters.filter(({ title }) => {
    const [first] = speech.tokenise(title);
    const isOrder = first?.tag === 'VERB' && !first.lower.endsWith('ing');
    return !isPlainTitle(title) && !isOrder && !isSentence(title) && !/(?<!^What (?:is|are) .*)[?？]|:/.test(title);
  });

/** 'Roofs are leaking', and no 'How roofs are sealed'. */
const isSentence = (title: string): boolean =>
  !/^(?:how|why|what)\b/i.test(title) && / (?:is|are|was|were|can|will|should) /.test(title);

/** The titles of the longest chapters, in their order, as they stand inside a sentence; none of one common word. */
const topicsOf = (material: Material, most: number): string[] =>
  namedChapters(material)
    .filter(({ title }) => isTelling(material, title))
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, most)
    .toSorted((a, b) => a.start - b.start)
    .map(({ title }) => inSentence(material, title));

/** More than one word, or a name. In other languages than English one word often is more. */
function isTelling({ language, speech }: Material, title: string): boolean {
  const inside = insideSentence(title, speech);
  return language.code !== 'en' || title.includes(' ') || /\p{Lu}|\d|-/u.test(inside);
}

const subjects = (spans: readonly Span[], most: number): string[] => spans.slice(0, most).map(({ text }) => text);

/** What the whole is about: as it is announced, unless that is only its number, else its best subject. */
function subjectOf(material: Material): string[] {
  const { announced, spans } = material;
  // A numbered issue of a show is about what its chapters are about.
  if (announced?.stems.length === 0 && topicsOf(material, 2).length > 1) return [];
  const best = announced && announced.stems.length > 0 ? announced : bestOf(spans);
  return best === undefined ? [] : [inSentence(material, best.text)];
}

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
