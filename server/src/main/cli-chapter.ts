import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Outline, type Evidence, outline } from '@lectern/chaptering/outline';
import { isCodeName } from '@lectern/contract/rules/code-name';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { Problem } from '@lectern/contract/problem';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { readCaptionFile } from '../features/transcripts/caption-file.ts';
import { embeddedCues } from '../features/transcripts/transcript.step.ts';
import { cuesOfWords } from '../features/transcripts/words-to-cues.ts';
import { createDiskCache } from '../platform/cache/disk-cache.ts';
import { createLocalMedia } from '../ports/media/local/media.ts';
import { type Media, type SoundFile, soundIn } from '../ports/media/port.ts';
import { memoryJournal } from '../ports/speech/memory-journal.ts';
import type { Recognition } from '../ports/speech/port.ts';
import type { Config } from './config.ts';
import { openSpeech } from './open-speech.ts';
import { silentLog } from './silent-log.ts';
import { completeOutline } from '@lectern/chaptering/draft/complete-outline';
import { findTextFaults, readForModel } from '@lectern/chaptering/draft/find-draft-faults';
import { defaultQuotePrompt } from '@lectern/contract/rules/prompts';
import { standardPrompt } from '../features/outline/language/prompt.ts';
import type { Quote } from '@lectern/contract/videos/videos';
import { quoteOfSpeech } from '../features/outline/verify-quotes.ts';
import { asQuotes } from '../features/outline/chapters-of.ts';
import { draftOutline, planPrompts } from '../features/outline/draft-outline.ts';
import { listSlideMarks } from '../features/outline/segmentation-input.ts';
import { prepareOutlineDrafting } from '../features/outline/draft-outline.ts';
import { openBill, priceInDollars } from '../features/outline/language/token-usage.ts';
import { type LanguageEngine, LanguageFailure, type Usage } from '../ports/language/port.ts';
import { openLanguage } from './open-language.ts';

const quotes = 3;

/** Work of a language model for one recording, in tokens and seconds. */
export type ModelWork = {
  identity: string;
  label: string;
  sent: number;
  received: number;
  seconds: number;
  chapters: number;
  /** Chapters with a title of the model; the others are the built-in engine's. */
  titled: number;
};

/**
 * Outlines a transcript with the configured engine and standard prompts. Throws when the language model fails. Tells
 * progress and cost on stderr. `kept`: chapter starts for the model.
 */
export async function outlineBy(
  config: Config,
  cues: readonly Cue[],
  evidence: Evidence,
  { kept = [], onWork }: { kept?: readonly number[]; onWork?: (work: ModelWork) => void } = {},
): Promise<Outline> {
  const language = await openLanguage(config.language, { info: console.error, warn: console.error });
  if (!language) return outline(cues, evidence);
  await language.prepare?.();
  const work = prepareOutlineDrafting({
    language,
    context: await language.readContext(),
    ...readForModel(cues, evidence),
    judge: (draft) => Promise.resolve(findTextFaults(cues, evidence, draft)),
    slides: listSlideMarks(evidence),
    duration: evidence.duration,
    standing: standardPrompt,
    quotes,
    quotePrompt: defaultQuotePrompt,
    kept,
    signal: new AbortController().signal,
    onPart: (part, of) => console.error(`Asking ${language.label}, part ${part} of ${of} …`),
  });
  const bill = openBill();
  const plan = planPrompts(work);
  console.error(`Asking ${language.label}, about ${tellCost(language, plan.estimate)} …`);
  const began = performance.now();
  const { draft, lacking } = await draftOutline(work, plan, bill).catch((error: unknown) => {
    // Here the person is the operator, and can do something about the cause.
    throw error instanceof LanguageFailure && error.cause instanceof Error
      ? new Problem(error.code, { cause: error, detail: `${error.text}\n${error.cause.message}` })
      : error;
  });
  const seconds = (performance.now() - began) / 1000;
  const spent = { input: bill.sent, output: bill.received };
  console.error(`${bill.sent} tokens sent, ${bill.received} received: ${tellCost(language, spent)}.`);
  if (lacking) console.error('Parts of it are by the built-in engine: the language model did not answer for them.');
  const made = completeOutline(cues, evidence, draft, { quotes });
  const { identity, label } = language;
  const { sent, received } = bill;
  const titles = new Set(draft.chapters.map(({ title }) => title.toLowerCase()));
  const titled = made.chapters.filter(({ title }) => titles.has(title.toLowerCase())).length;
  onWork?.({ identity, label, sent, received, seconds, chapters: made.chapters.length, titled });
  return made;
}

function tellCost(language: LanguageEngine, usage: Usage): string {
  const tokens = `${Math.round(usage.input + usage.output)} tokens`;
  const dollars = priceInDollars(language, usage);
  return dollars === null ? tokens : `${tokens} for $${dollars.toFixed(4)}`;
}

type Options = { captions?: string | undefined; json: boolean };

/**
 * Runs the pipeline on a recording or a caption file and returns text to print. Throws the pipeline's problems: not
 * media, no transcript, unreadable captions.
 */
export async function chapterFile(config: Config, file: string, { captions, json }: Options): Promise<string> {
  const made = (await captionsOnly(config, file)) ?? (await recording(config, file, captions));
  return json ? JSON.stringify(asJson(made), undefined, 2) : asMarkdown(made);
}

/** A name that says something, for the title. */
const nameIn = (file: string): { name?: string } => (isCodeName(basename(file)) ? {} : { name: basename(file) });

/** Caption files are small texts; anything with a NUL byte at its start is a recording. */
async function captionsOnly(config: Config, file: string): Promise<Outline | undefined> {
  if (!/\.(vtt|srt|sbv|ttml|dfxp|xml|txt)$/i.test(file)) return undefined;
  const { cues } = await readCaptionFile(await readFile(file), basename(file));
  const duration = cues.reduce((end, cue) => Math.max(end, cue.end), 0);
  return outlineBy(config, cues, { duration, ...nameIn(file) });
}

async function recording(config: Config, file: string, captions: string | undefined): Promise<Outline> {
  const scratch = await mkdtemp(join(tmpdir(), 'lectern-'));
  const cache = createDiskCache(join(scratch, 'cache'), config.cacheSize);
  const media = await createLocalMedia({ ffmpegPath: config.ffmpegPath, cache, log: silentLog });
  const signal = new AbortController().signal;
  try {
    const info = await media.inspect(file, signal);
    const found = captions
      ? await readCaptionFile(await readFile(captions), basename(captions), { duration: info.duration })
      : await embeddedCues(media, file, info, { signal });
    const sound = soundIn(file, info);
    const given = found && 'isSparse' in found && found.isSparse ? undefined : found?.cues;
    const cues: Cue[] | undefined =
      given ?? (await spokenCues(config, media, sound, { scratch, duration: info.duration })) ?? found?.cues;
    if (!cues || (cues.length === 0 && !captions))
      throw new Problem('no_transcript', {
        detail: 'No transcript yet: add captions (--captions FILE) or a speech engine.',
      });
    return await outlineBy(config, cues, { duration: info.duration, ...nameIn(file) });
  } finally {
    await media.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Recognises speech with the configured engine and reports progress on stderr; undefined without an engine. */
async function spokenCues(
  config: Config,
  media: Media,
  sound: SoundFile,
  recording: Pick<Recognition, 'scratch' | 'duration'>,
): Promise<Cue[] | undefined> {
  const speech = await openSpeech(config, media, (line) => console.error(line));
  if (!speech) return undefined;
  const journal = memoryJournal();
  let told = 0;
  try {
    await speech.recognise({
      ...recording,
      open: async () => ({ ...sound, [Symbol.asyncDispose]: async () => undefined }),
      journal,
      signal: new AbortController().signal,
      onProgress(fraction, note = 'Recognising speech') {
        if (performance.now() - told < 2000) return;
        told = performance.now();
        console.error(`${Math.round(fraction * 100)} %  ${note}`);
      },
    });
  } finally {
    await speech.close();
  }
  return cuesOfWords(journal.segments.flatMap(({ words }) => words));
}

const shownQuotes = ({ quotes: made }: Outline['chapters'][number]): Quote[] =>
  asQuotes(made).map((quote) => quoteOfSpeech(quote, quote.quote));

const asJson = (made: Outline) => ({
  title: made.title,
  description: made.description,
  summary: made.summary,
  aiGenerated: true,
  chapters: made.chapters.map((chapter) => ({
    title: chapter.title,
    start: formatTimecode(chapter.start),
    end: formatTimecode(chapter.end),
    summary: chapter.summary,
    quotes: shownQuotes(chapter).map(({ start: _, cues: __, ...quote }) => quote),
  })),
});

function asMarkdown(made: Outline): string {
  const chapters = made.chapters.map((chapter) => {
    const quotes = shownQuotes(chapter)
      .map(
        ({ quote, key, timecode }) =>
          `> ${key ? `No strong quote; it says most: ${quote}` : `“${quote}”`} (${timecode})`,
      )
      .join('\n>\n');
    return `## ${formatTimecode(chapter.start)} ${chapter.title}\n\n${chapter.summary}\n${quotes === '' ? '' : `\n${quotes}\n`}`;
  });
  return `# ${made.title}\n\n${made.description}\n\n${made.summary}\n\n${chapters.join('\n')}`.trimEnd();
}
