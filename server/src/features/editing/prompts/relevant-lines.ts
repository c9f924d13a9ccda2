import { extractSubjectStems } from '@lectern/chaptering/terms';
import type { PromptLine } from '../../outline/language/transcript-text.ts';

/** Lines that are judged and sent together. */
const block = 6;

/** Saturation of repeated words (BM25). */
const k = 1.2;

type Block = { lines: readonly PromptLine[]; score: number; tokens: number };

/** Share of the better neighbour's score, since the cues before and after belong to it. */
const nearby = 0.25;
/** Score of cues that are sent in any case. */
const wantedScore = 1e-3;
/** Share of the room that is filled also when few lines speak of the question. */
const least = 1 / 3;

/**
 * Picks cues about a question with neighbours, in order, within `tokens`; all when they fit. Adds `always` as room
 * allows, and spread cues when few match.
 */
export function relevantLines(
  lines: readonly PromptLine[],
  question: string,
  tokens: number,
  always: readonly number[] = [],
): PromptLine[] {
  if (lines.reduce((sum, line) => sum + line.tokens, 0) <= tokens) return [...lines];
  const wanted = new Set(always);
  const bare = blocksOf(lines, new Set(extractSubjectStems(question)));
  const blocks = bare.map((each, i): Block => {
    const near = Math.max(bare[i - 1]?.score ?? 0, bare[i + 1]?.score ?? 0);
    const goesAlong = each.lines.some(({ number }) => wanted.has(number));
    return { ...each, score: each.score + nearby * near + (goesAlong ? wantedScore : 0) };
  });
  const telling = blocks
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.lines[0]!.number - b.lines[0]!.number);
  const chosen: Block[] = [];
  let left = tokens;
  const take = (each: Block): void => {
    if (each.tokens > left) return;
    chosen.push(each);
    left -= each.tokens;
  };
  for (const each of telling) take(each);
  for (const each of spread(blocks.filter(({ score }) => score === 0))) {
    if (left <= tokens * (1 - least)) break;
    take(each);
  }
  return chosen.flatMap((each) => each.lines).sort((a, b) => a.number - b.number);
}

function blocksOf(lines: readonly PromptLine[], asked: ReadonlySet<string>): Block[] {
  const groups: { lines: PromptLine[]; counts: Map<string, number> }[] = [];
  for (let from = 0; from < lines.length; from += block) {
    const part = lines.slice(from, from + block);
    const counts = new Map<string, number>();
    for (const term of part.flatMap(({ text }) => extractSubjectStems(text)))
      if (asked.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    groups.push({ lines: part, counts });
  }
  const spreadOf = new Map<string, number>();
  for (const { counts } of groups) for (const term of counts.keys()) spreadOf.set(term, (spreadOf.get(term) ?? 0) + 1);
  return groups.map(({ lines: part, counts }) => ({
    lines: part,
    tokens: part.reduce((sum, line) => sum + line.tokens, 0),
    score: [...counts].reduce(
      (sum, [term, count]) => sum + Math.log(1 + groups.length / spreadOf.get(term)!) * (count / (count + k)),
      0,
    ),
  }));
}

/** First, last, middle, and on by halves: whatever is taken from the front is spread over the whole. */
function spread<Item>(items: readonly Item[]): Item[] {
  const order = new Set<number>();
  for (let step = items.length; step >= 1; step = Math.floor(step / 2))
    for (let i = 0; i < items.length; i += step) order.add(i);
  return [...order].map((i) => items[i]!);
}
