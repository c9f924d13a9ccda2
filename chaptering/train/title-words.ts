import { lexemeOf, wordsOf } from '../src/terms.ts';

/** Title words that people give any chapter. */
const OF_ANY_CHAPTER =
  /^(?:intro|introductions?|conclusions?|closing|wrap|wrap-up|outro|welcom|discussions?|remark|summary|overview|farewel|greeting|sponsor)$/;

/** The stems that say something of a title, numbers among them; none of one that any chapter might have. */
export function tellingStems(title: string): Set<string> {
  const stems = wordsOf(title)
    .map(lexemeOf)
    .flatMap(({ stem, isStop, lower }) => (!isStop || /\d/.test(lower) ? [stem] : []));
  return new Set(stems.every((stem) => OF_ANY_CHAPTER.test(stem)) ? [] : stems);
}

/** F1 of the telling words that two titles share. */
export function sharedWords(ours: string, peoples: string): number {
  const [a, b] = [tellingStems(ours), tellingStems(peoples)];
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
