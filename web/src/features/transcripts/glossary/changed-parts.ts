import { matchCommonWords } from '@lectern/contract/rules/longest-common';

/** Characters shown of a text on either side of what changes in it. */
const around = 60;

/** A stretch of a text that stays, cut where it is long, or both readings of one that is replaced. */
export type TextDiffPart = { same: string } | { before: string; after: string };

export const isReplacedPart = (part: TextDiffPart): part is Extract<TextDiffPart, { before: string }> =>
  'before' in part;

/** Pieces of both readings, multiplied: of longer ones only where they begin and end to differ is looked for. */
const mostWork = 4_000_000;

/** A word with its signs, or the space between two; in scripts without spaces each character. */
const piece =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
const piecesOf = (text: string): { text: string }[] => [...text.matchAll(piece)].map(([found]) => ({ text: found }));

/** A word that was cut through is left out, where there are spaces. */
const endOf = (text: string): string =>
  text
    .slice(-around)
    .replace(/^\S+(?=\s)/, '')
    .trimStart();
const beginningOf = (text: string): string =>
  text
    .slice(0, around)
    .replace(/(?<=\s)\S+$/, '')
    .trimEnd();

function shortened(same: string, isFirst: boolean, isLast: boolean): string {
  if (same.length <= (isFirst || isLast ? around : 2 * around)) return same;
  if (isFirst) return `… ${endOf(same)}`;
  return isLast ? `${beginningOf(same)} …` : `${beginningOf(same)} … ${endOf(same)}`;
}

const isSign = (character = ''): boolean => /[\s\p{P}]/u.test(character);

/** How many signs and spaces both begin with, or end with, as long as something is left of either. */
function sharedSigns(one: string, other: string, from: 'start' | 'end'): number {
  const at = (text: string, n: number): string | undefined => text.at(from === 'start' ? n : -1 - n);
  let n = 0;
  while (n < Math.min(one.length, other.length) - 1 && at(one, n) === at(other, n) && isSign(at(one, n))) n += 1;
  return n;
}

/** How many pieces two texts begin with alike. */
function sharedStart(one: readonly { text: string }[], other: readonly { text: string }[]): number {
  const end = one.findIndex(({ text }, n) => text !== other[n]?.text);
  return end < 0 ? one.length : end;
}

/** Compares two versions of a text by whole words and returns the changes with the text around them. */
export function changedParts(before: string, after: string): TextDiffPart[] {
  const [all, others] = [piecesOf(before), piecesOf(after)];
  const lead = sharedStart(all, others);
  const tail = sharedStart(all.slice(lead).toReversed(), others.slice(lead).toReversed());
  const old = all.slice(lead, all.length - tail);
  const young = others.slice(lead, others.length - tail);
  const became = old.length * young.length <= mostWork ? matchCommonWords(old, young) : old.map(() => -1);
  const parts: TextDiffPart[] = [];
  function change(gone: string, come: string): void {
    if (gone === '' && come === '') return;
    // Keeps spaces and signs that both sides begin or end with out of the change.
    const ahead = sharedSigns(gone, come, 'start');
    const behind = sharedSigns(gone.slice(ahead), come.slice(ahead), 'end');
    if (ahead + behind > 0) {
      if (ahead > 0) stay(gone.slice(0, ahead));
      change(gone.slice(ahead, gone.length - behind), come.slice(ahead, come.length - behind));
      if (behind > 0) stay(gone.slice(-behind));
      return;
    }
    const [last, between] = [parts.at(-2), parts.at(-1)];
    // Words that are replaced one after the other are one change, with the spaces between them.
    if (last && isReplacedPart(last) && between && !isReplacedPart(between) && /^\s+$/.test(between.same)) {
      parts.splice(-2);
      change(last.before + between.same + gone, last.after + between.same + come);
    } else parts.push({ before: gone, after: come });
  }
  function stay(same: string): void {
    const last = parts.at(-1);
    if (last && !isReplacedPart(last)) last.same += same;
    else parts.push({ same });
  }
  const join = (pieces: readonly { text: string }[]): string => pieces.map(({ text }) => text).join('');
  if (lead > 0) stay(join(all.slice(0, lead)));
  let at = 0;
  let gone = '';
  for (const [n, match] of [...became, young.length].entries()) {
    const word = old[n]?.text;
    if (match < 0) {
      gone += word ?? '';
      continue;
    }
    change(gone, join(young.slice(at, match)));
    gone = '';
    at = match + 1;
    if (word !== undefined) stay(word);
  }
  if (tail > 0) stay(join(all.slice(all.length - tail)));
  return parts.map((part, n) =>
    isReplacedPart(part) ? part : { same: shortened(part.same, n === 0, n === parts.length - 1) },
  );
}
