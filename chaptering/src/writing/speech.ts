import { deu, fra, ita, jpn, kor, nld, por, spa, zho } from 'stopword';
import type { LanguageCode } from './language.ts';
import { isStopWord } from '../terms.ts';
import type { Sentence } from '../transcript.ts';
import { taggedWords } from './grammar.ts';
import { isSegmented, segmentedWords } from './segmented-words.ts';
import { type WordToken, tokeniseWords, type WordProfile, wordProfiles } from './word-profile.ts';

const LISTS: Partial<Record<LanguageCode, readonly string[]>> = {
  de: deu,
  fr: fra,
  es: spa,
  it: ita,
  pt: por,
  nl: nld,
  zh: zho,
  ja: jpn,
  ko: kor,
};

/** Words spoken in recordings on any subject. */
const GENERAL =
  `thema themen frage fragen teil beispiel beispiele punkt punkte sache sachen ding dinge art weise leute menschen jahr
jahre zeit tag heute morgen wichtig wichtige wichtiger wichtiges wichtigen neue neuen neuer neues gute guten große großen viele vielen
thème sujet question questions partie exemple point points chose choses façon manière gens année années temps jour aujourd'hui important
importante importants nouvelle nouveau nouveaux beaucoup tema temas pregunta preguntas parte partes ejemplo punto puntos cosa cosas
manera forma gente año años tiempo día hoy importante importantes nuevo nueva nuevos nuevas muchas muchos gran grandes tema temi domanda
domande esempio modo persone anno anni tempo giorno oggi nuovo nuova molti molte pergunta perguntas exemplo ponto coisa coisas maneira
pessoas ano anos dia hoje novo nova muitos muitas 많은 작은 큰 새로운 좋은 중요한 重要 必要 大量 多く 非常 明确 明確 主题 テーマ 주제`.split(
    /\s+/,
  );

/** Words that say nothing about the subject, beside those of `terms.ts`. */
export const smallWordsOf = (code: LanguageCode | undefined): ReadonlySet<string> =>
  new Set(code && LISTS[code] ? [...LISTS[code].map((word) => word.toLowerCase()), ...GENERAL] : []);

/** The phrase finder's knowledge of a whole recording. */
export type SpeechProfile = {
  sentences: readonly Sentence[];
  tokens: readonly (readonly WordToken[])[];
  profiles: ReadonlyMap<string, WordProfile>;
  /** How words are written inside sentences, by their lower case, where that is not all small. */
  spellings: ReadonlyMap<string, string>;
  /** How often each stem is said, and in which share of the recording's passages. */
  counts: ReadonlyMap<string, number>;
  spread: ReadonlyMap<string, number>;
  /** How many different words have followed two words side by side, by their stems; not told of English. */
  pairs: ReadonlyMap<string, number>;
  /** Stems of the speakers' names: who speaks is not what is spoken of. */
  speakers: ReadonlySet<string>;
  /** The words of any text, with the small words of the recording's language. */
  tokenise: (text: string) => WordToken[];
};

/** Sentences of a passage, over which the spread of a word is measured. */
const PASSAGE = 15;

export function buildSpeechProfile(sentences: readonly Sentence[], code: LanguageCode | undefined): SpeechProfile {
  const small = smallWordsOf(code);
  const tokenise = (text: string): WordToken[] =>
    isSegmented(code)
      ? segmentedWords(text, code, small)
      : tokeniseWords(text, { tagged: code === 'en' ? taggedWords(text) : [], small });
  const tokens = sentences.map(({ text }) => tokenise(text));
  const passages = new Map<string, Set<number>>();
  tokens.forEach((list, i) => {
    for (const { stem, stop } of list) {
      if (!stop) passages.set(stem, (passages.get(stem) ?? new Set<number>()).add(Math.floor(i / PASSAGE)));
    }
  });
  const all = Math.ceil(tokens.length / PASSAGE);
  return {
    sentences,
    tokens,
    profiles: wordProfiles(sentences),
    spellings: spellingsOf(tokens),
    counts: stemCounts(tokens),
    spread: new Map([...passages].map(([stem, found]) => [stem, found.size / all])),
    pairs: code === 'en' ? new Map() : pairsOf(tokens),
    speakers: speakerStems(sentences),
    tokenise,
  };
}

const INTRODUCTION =
  /\b(?:I'm|I am|my name is|this is|thank you,?|thanks,?|joined by|welcome,?|(?:guest|speaker|host)(?: today)? is) (\p{Lu}\p{Ll}+)(?: (\p{Lu}\p{Ll}+))?/gu;

function speakerStems(sentences: readonly Sentence[]): Set<string> {
  const names = new Set(
    sentences.flatMap(({ speaker }) => (speaker ? tokeniseWords(speaker).map(({ stem }) => stem) : [])),
  );
  for (const { text } of sentences) {
    for (const [, first, last] of text.matchAll(INTRODUCTION))
      // 'This is The Roof': no name.
      for (const name of [first, last])
        if (name && !isStopWord(name.toLowerCase())) names.add(tokeniseWords(name)[0]!.stem);
  }
  return names;
}

/** How often each stem that carries a subject is said. */
export function stemCounts(tokens: Iterable<readonly WordToken[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of tokens)
    for (const { stem, stop } of sentence) if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** A noun and its adjective are followed by this and that, a noun and its verb mostly by the same. */
function pairsOf(tokens: Iterable<readonly WordToken[]>): Map<string, number> {
  const followers = new Map<string, Set<string>>();
  for (const sentence of tokens) {
    for (let i = 1; i < sentence.length; i++) {
      const [a, b] = [sentence[i - 1]!, sentence[i]!];
      if (a.stop || b.stop || b.breaks) continue;
      const pair = `${a.stem} ${b.stem}`;
      const next = sentence[i + 1];
      followers.set(
        pair,
        (followers.get(pair) ?? new Set<string>()).add(next === undefined || next.breaks ? '' : next.lower),
      );
    }
  }
  return new Map([...followers].map(([pair, next]) => [pair, next.size]));
}

/** The commonest form of each word that is not mostly in small letters, taken from inside sentences. */
function spellingsOf(tokens: Iterable<readonly WordToken[]>): Map<string, string> {
  const forms = new Map<string, Map<string, number>>();
  for (const sentence of tokens) {
    sentence.forEach(({ word, lower }, i) => {
      if (i === 0 && !/\p{Lu}.*\p{Lu}/u.test(word)) return;
      const counts = forms.get(lower) ?? new Map<string, number>();
      forms.set(lower, counts.set(word, (counts.get(word) ?? 0) + 1));
    });
  }
  const spellings = new Map<string, string>();
  for (const [lower, counts] of forms) {
    const [form] = [...counts].reduce((best, other) => (other[1] > best[1] ? other : best));
    if (form !== lower) spellings.set(lower, form);
  }
  return spellings;
}
