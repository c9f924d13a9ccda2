import type { LanguageCode } from './language.ts';
import type { WordToken } from './grammar.ts';

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
