import type { Evidence } from '../outline.ts';
import type { Transcript } from '../transcript.ts';
import { detectLanguage, type LanguageCode } from '../writing/language.ts';
import type { SentenceRange } from '../writing/recording-words.ts';
import type { DraftChapter, OutlineDraft } from './place-chapters.ts';
import { type Proof, readSpokenWords } from './prove-text.ts';
import { createTextGuard, type Guard } from './tidy-text.ts';

/** Proofs for the texts of a draft; undefined where they are in a language that nobody asked for. */
export type DraftProofs = {
  guard: Guard;
  ofWhole(): Proof | undefined;
  /** `stretch`: the sentences of the chapter. */
  ofChapter(chapter: DraftChapter, stretch: SentenceRange): Proof | undefined;
  /** The language texts are to be in, for people; undefined when any will do. */
  language: string | undefined;
};

/** Letters below which the language of a text cannot be told. */
const TELLING = 60;

/** Prepares the proof of a draft's texts by what was said, who spoke, and the slides that were shown. */
export function proveDraft(transcript: Transcript, { shown = [] }: Evidence, draft: OutlineDraft): DraftProofs {
  const { sentences, words, text } = transcript;
  const spoken = detectLanguage(transcript).code;
  const mayBe = draft.mayTranslate === true ? undefined : spoken;
  const titles = shown.map(({ title }) => title).join('\n');
  const speakers = [...new Set(sentences.map(({ speaker }) => speaker ?? ''))].join('\n');
  const recording = readSpokenWords(`${text}\n${speakers}\n${titles}`, spoken === 'en');
  const all = [draft, ...draft.chapters].map(({ title, summary }) => `${title}\n${summary}`).join('\n');
  const languageOf = (texts: string): LanguageCode | undefined =>
    (texts.match(/\p{L}/gu)?.length ?? 0) < TELLING ? undefined : detectLanguage({ text: texts }).code;
  const proofOf = (texts: string, [from, to]: SentenceRange): Proof | undefined => {
    const language = languageOf(texts) ?? languageOf(all);
    if (mayBe !== undefined && language !== undefined && language !== mayBe) return undefined;
    const inside = sentences.slice(from, to);
    const first = inside[0] && words[inside[0].words[0]];
    const last = inside.at(-1) && words[inside.at(-1)!.words[1] - 1];
    const said = first && last ? text.slice(first.from, last.to) : '';
    return {
      recording,
      said: inside.length === sentences.length ? recording : readSpokenWords(`${said}\n${titles}`, spoken === 'en'),
      isTranslated: language !== undefined && spoken !== undefined && language !== spoken,
      nounsHaveCapitals: (language ?? spoken) === 'de',
    };
  };
  return {
    guard: createTextGuard(draft.mark, text),
    ofWhole: () => proofOf(`${draft.title}\n${draft.description}\n${draft.summary}`, [0, sentences.length]),
    ofChapter: ({ title, summary }, stretch) => proofOf(`${title}\n${summary}`, stretch),
    language: mayBe && new Intl.DisplayNames('en', { type: 'language' }).of(mayBe),
  };
}
