import { foldText } from '@lectern/contract/rules/folded-text';
import type { Queryable } from '../../../platform/database/database.ts';
import { recordingsThatMayHold } from '../search/search-keys.ts';
import { asWay, isGuessable, lettersOf, runsOf } from './looked-up-terms.ts';

/** `parts`: by term, the share of these among all recordings that may say it. */
export type ChosenRecordings = { ids: readonly string[]; parts: readonly number[] };

/** How much speaks for recordings that a term is said in them, from 0 to 1: of a misspelt one, the share of its runs of letters. */
type Holding = ReadonlyMap<string, number>;

type Library = { workspaceId: string; ids: readonly string[] };

/** Chooses `most` of a workspace's recordings to look through: those that may say many terms of a question, and rare ones. */
export async function chooseRecordings(
  db: Queryable,
  { workspaceId, ids }: Library,
  stems: readonly string[],
  most: number,
): Promise<ChosenRecordings> {
  if (ids.length <= most) return { ids, parts: stems.map(() => 1) };
  const holding = await holdingOf(db, workspaceId, stems);
  // Some runs of a misspelt word's letters stand in most recordings.
  const numbers = holding.map((held) => addShares(held, ids));
  const weights = numbers.map((number) => Math.log(1 + (ids.length - number + 0.5) / (number + 0.5)));
  const scores = new Map(
    ids.map((id) => [id, holding.reduce((sum, held, n) => sum + (held.get(id) ?? 0) * weights[n]!, 0)]),
  );
  const chosen = ids.toSorted((one, other) => scores.get(other)! - scores.get(one)!).slice(0, most);
  const parts = holding.map((held, n) => Math.max(1, addShares(held, chosen)) / Math.max(1, numbers[n]!));
  return { ids: chosen, parts };
}

const addShares = (held: Holding, ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (held.get(id) ?? 0), 0);

async function holdingOf(db: Queryable, workspaceId: string, stems: readonly string[]): Promise<Holding[]> {
  const letters = stems.map(lettersOf);
  const said = await sharesHeld(db, workspaceId, letters);
  const unsaid = stems.filter((stem, n) => said[n]!.size === 0 && isGuessable(stem));
  const guessed = await sharesHeld(
    db,
    workspaceId,
    unsaid.map((stem) => runsOf(foldText(stem))),
  );
  return stems.map((stem, n) => {
    const at = unsaid.indexOf(stem);
    return at === -1 ? new Map([...said[n]!].map(([id]) => [id, 1])) : guessed[at]!;
  });
}

/** The share of each group of letters that recordings may hold. */
async function sharesHeld(
  db: Queryable,
  workspaceId: string,
  groups: readonly (readonly string[])[],
): Promise<Holding[]> {
  const ways = groups.flat().map(asWay);
  const holding = ways.length === 0 ? [] : await recordingsThatMayHold(db, workspaceId, ways);
  let at = 0;
  return groups.map(({ length }) => {
    const shares = new Map<string, number>();
    for (const id of holding.slice(at, (at += length)).flatMap((held) => [...held]))
      shares.set(id, (shares.get(id) ?? 0) + 1 / length);
    return shares;
  });
}
