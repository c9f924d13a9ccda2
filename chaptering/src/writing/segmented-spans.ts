import type { LanguageCode } from './language.ts';
import type { WordToken } from './word-profile.ts';
import type { SentenceRange } from './salience.ts';
import type { SpeechProfile } from './speech.ts';

/** Languages whose words a dictionary has to find, or that carry their small words as endings. */
export type SegmentedCode = 'zh' | 'ja' | 'ko';
export const isSegmented = (code: LanguageCode | undefined): code is SegmentedCode =>
  code === 'zh' || code === 'ja' || code === 'ko';

const SEGMENTERS = new Map<string, Intl.Segmenter>();

/** Endings of Korean nouns that say what they do in the sentence, longest first. */
const KOREAN_ENDINGS =
  /(?:에서는|으로는|이라는|에게서|에서|으로|에게|한테|까지|부터|처럼|보다|이나|라는|이란|하고|은|는|이|가|을|를|의|에|로|와|과|도|만|랑)$/;
/** Verbs, adverbs and other words that name no thing. */
const NO_THING: Record<SegmentedCode, RegExp> = {
  zh: /^(?:.|可以|可能|应该|需要|能够|已经|非常|这样|那样|这里|那里|大家|今天|现在|然后|就是|不是|没有|什么|怎么|如果|所以|因为|但是|而且|或者|以及|对于|关于|通过|进行|其实|觉得|知道|问题|时候|东西|事情|一些|一个|一种|每天|开始|成为|使用|非常|比较|特别|起来|出来|下来|我们|你们|他们|她们|它们|自己|谢谢|欢迎)$/u,
  ja: /\p{Script=Hiragana}|^(?:今日|今回|皆|皆様|方|私|私達|僕|人|事|物|時|今|中|上|下|前|後|次|一|二|三|何|本日|場合|最初|最後|自分|話|年|月|日|分|秒|毎日|毎回)$/u,
  ko: /(?:다|요|죠|까|고|며|면|서|해|한|할|하게|지만|는데|니까|려고|면서|든지|도록|습니다|입니다|있는|없는|하는|되는|된|될|위해|통해|대해|때문|정말|아주|매우|많이|먼저|다시|모두|함께|그리고|하지만|그래서|우리|여러분|오늘|지금|이것|그것|저는|저희)$/u,
};

/** The words of a text as the platform's dictionary divides it. `small` are words that say nothing. */
export function segmentedWords(text: string, code: SegmentedCode, small: ReadonlySet<string>): WordToken[] {
  const segmenter = SEGMENTERS.get(code) ?? new Intl.Segmenter(code, { granularity: 'word' });
  SEGMENTERS.set(code, segmenter);
  const tokens: WordToken[] = [];
  let breaks = true;
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) {
      if (segment.trim() !== '') breaks = true;
      continue;
    }
    const word =
      code === 'ko'
        ? segment.replace(KOREAN_ENDINGS, (ending) => (segment.length - ending.length >= 2 ? '' : ending))
        : segment;
    const lower = word.toLowerCase();
    tokens.push({
      word,
      lower,
      stem: lower,
      stop: small.has(lower) || NO_THING[code].test(code === 'ko' ? segment : lower) || /^[\d.,]+$/.test(lower),
      breaks,
      from: index,
      to: index + word.length,
      tag: undefined,
    });
    // A word with an ending closes its phrase.
    breaks = word !== segment;
  }
  return tokens;
}

/** A phrase as it was spoken, in one piece, that may stand as a title. */
export type TitlePhrase = {
  /** As it stands inside a sentence. */
  text: string;
  stems: readonly string[];
  score: number;
  /** Below 1 where its grammar makes it likely to be torn or empty. */
  sound?: number;
};

const WORDS = { most: 4 };
/** Characters of a title. */
const LENGTH = { zh: { least: 4, most: 14 }, ja: { least: 4, most: 16 }, ko: { least: 4, most: 24 } };
const EARLY = { weight: 1, sentences: 6 };
/** Small words that may stand between two of a phrase. */
const LINKS: Record<SegmentedCode, ReadonlySet<string>> = {
  zh: new Set(['的', '与', '和']),
  ja: new Set(['の']),
  ko: new Set(),
};

/** Candidates for titles in Chinese, Japanese and Korean: runs of nouns as they were spoken, best first. */
export function segmentedSpans(speech: SpeechProfile, [from, to]: SentenceRange, code: SegmentedCode): TitlePhrase[] {
  const here = new Map<string, number>();
  for (let i = from; i < to; i++)
    for (const { stem, stop } of speech.tokens[i]!) if (!stop) here.set(stem, (here.get(stem) ?? 0) + 1);
  const found = new Map<string, TitlePhrase & { count: number }>();
  for (let i = from; i < to; i++) {
    const early = 1 + EARLY.weight * Math.exp(-(i - from) / EARLY.sentences);
    for (const tokens of runsOf(speech.tokens[i]!, code)) {
      const stems = tokens.flatMap(({ stem, stop }) => (stop ? [] : [stem]));
      if (new Set(stems).size < stems.length) continue;
      const text = speech.sentences[i]!.text.slice(tokens[0]!.from, tokens.at(-1)!.to);
      const { least, most } = LENGTH[code];
      if (text.length < least || text.length > most) continue;
      const score = (early * stems.reduce((sum, stem) => sum + valueOf(stem), 0)) / Math.sqrt(stems.length);
      const known = found.get(text);
      const count = (known?.count ?? 0) + 1;
      found.set(text, { text, stems, count, score: Math.max(known?.score ?? 0, score) });
    }
  }
  return [...found.values()]
    .map(({ text, stems, count, score }) => ({ text, stems, score: score * Math.sqrt(count) }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));

  /** More for what is said here and seldom elsewhere. */
  function valueOf(stem: string): number {
    const count = here.get(stem) ?? 0;
    const share = count / Math.max(1, speech.counts.get(stem) ?? 1);
    return Math.log1p(count) * (0.3 + share) * (1.2 - (speech.spread.get(stem) ?? 0));
  }
}

function runsOf(tokens: readonly WordToken[], code: SegmentedCode): (readonly WordToken[])[] {
  const runs: (readonly WordToken[])[] = [];
  for (let a = 0; a < tokens.length; a++) {
    if (tokens[a]!.stop || (a > 0 && !tokens[a]!.breaks && !tokens[a - 1]!.stop)) continue;
    let words = 0;
    for (let b = a; b < tokens.length && (b === a || !tokens[b]!.breaks); b++) {
      if (tokens[b]!.stop) {
        if (!LINKS[code].has(tokens[b]!.lower) || tokens[b + 1]?.stop !== false) break;
        continue;
      }
      if (++words > WORDS.most) break;
      const next = tokens[b + 1];
      // A piece of a longer run is clipped.
      if (next === undefined || next.breaks || next.stop) runs.push(tokens.slice(a, b + 1));
    }
  }
  return runs;
}
