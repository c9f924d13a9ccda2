/** Characters shown of a text on either side of what changes in it. */
const around = 60;

/** A text of which a part is replaced: what stands before it and behind it, and both readings. */
export type ChangedPart = { lead: string; before: string; after: string; tail: string };

const boundary = /[\s\p{P}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A word that was cut through is left out, where there are spaces. */
const cutBefore = (text: string): string =>
  text.length > around ? `…${text.slice(-around).replace(/^\S+(?=\s)/, '')}` : text;
const cutBehind = (text: string): string =>
  text.length > around ? `${text.slice(0, around).replace(/(?<=\s)\S+$/, '')}…` : text;

/** What differs between two readings of a text, in whole words. */
export function changedPart(before: string, after: string): ChangedPart {
  const shorter = Math.min(before.length, after.length);
  let lead = 0;
  while (lead < shorter && before[lead] === after[lead]) lead += 1;
  while (lead > 0 && !boundary.test(before[lead - 1]!)) lead -= 1;
  let tail = 0;
  while (tail < shorter - lead && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  while (tail > 0 && !boundary.test(before.at(-tail)!)) tail -= 1;
  return {
    lead: cutBefore(before.slice(0, lead)),
    before: before.slice(lead, before.length - tail),
    after: after.slice(lead, after.length - tail),
    tail: cutBehind(before.slice(before.length - tail)),
  };
}
