import type { Transcript } from '../transcript.ts';
import type { CutWeights } from './best-cuts.ts';
import coefficients from './coefficients.json' with { type: 'json' };
import type { PhraseWeights } from './cue-phrases.ts';
import { contentFeatures, phraseFeatures } from './features.ts';
import type { Lexicon } from './lexicon.ts';
import { evidenceOdds } from './recording-evidence.ts';
import { type Trees, treeOdds } from './trees.ts';

/** All that was learned: weights of cue phrases, trees over all features, and how to weigh both against cohesion. */
export type BoundaryScorer = { phrases: PhraseWeights; trees: Trees; cuts: CutWeights };

/** Trained by `train/train.ts` on all its recordings; the file says on what and when. */
export const trainedScorer = coefficients as unknown as BoundaryScorer;

/** Per sentence, the log odds that a chapter begins with it. `slides` in seconds. */
export function boundaryOdds(
  transcript: Transcript,
  lexicon: Lexicon,
  slides: readonly number[],
  scorer: BoundaryScorer,
): Float64Array {
  const columns = [...contentFeatures(transcript, lexicon), ...phraseFeatures(transcript, scorer.phrases)];
  const evidence = evidenceOdds(transcript, slides);
  return treeOdds(scorer.trees, columns).map((odds, i) => odds + evidence[i]!);
}
