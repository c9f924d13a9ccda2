import type { FeatureColumn } from '../segmentation/topic-posteriors.ts';
import { type Trees, treeOdds } from '../segmentation/trees.ts';
import { type Piece, pieceFeatures } from './features.ts';
import coefficients from './coefficients.json' with { type: 'json' };
import type { RecordingWords, SentenceRange } from './recording-words.ts';

/** A piece of what was said is judged as one of these. */
export type PieceKind = 'title' | 'quote' | 'summary';

/** Trees by kind, and the chance from which on a piece is good enough to stand. */
export type Ranker = Readonly<Record<PieceKind, { trees: Trees; enough: number }>>;

/** Trained by `train/train-writing.ts` on readers' grades; the file says from which. */
export const trainedRanker = coefficients as unknown as Ranker;

/** Pieces of a stretch with their features. */
export type Pool<P extends Piece = Piece> = { pieces: readonly P[]; columns: readonly FeatureColumn[] };

export const poolOf = <P extends Piece>(
  pieces: readonly P[],
  words: RecordingWords,
  stretch: SentenceRange,
): Pool<P> => ({ pieces, columns: pieceFeatures(pieces, words, stretch) });

/** A piece with the chance that a reader takes it. */
export type Ranked<P extends Piece = Piece> = P & { chance: number };

/** The pieces, best first. */
export function rankPieces<P extends Piece>({ pieces, columns }: Pool<P>, { trees }: Ranker[PieceKind]): Ranked<P>[] {
  if (pieces.length === 0) return [];
  const odds = treeOdds(trees, columns);
  return pieces
    .map((piece, n) => ({ ...piece, chance: 1 / (1 + Math.exp(-odds[n]!)) }))
    .toSorted((a, b) => b.chance - a.chance || a.at - b.at || (a.text < b.text ? -1 : 1));
}
