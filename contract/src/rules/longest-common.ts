/** For each word of one text the word of the other it became, -1 for one that is gone: the longest common sequence. */
export function matchCommonWords(before: readonly { text: string }[], after: readonly { text: string }[]): number[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        before[i]!.text === after[j]!.text
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  let j = 0;
  return before.map(({ text }, i) => {
    while (j < after.length && text !== after[j]!.text && lengths[i]![j + 1]! >= lengths[i + 1]![j]!) j += 1;
    return j < after.length && text === after[j]!.text ? j++ : -1;
  });
}
