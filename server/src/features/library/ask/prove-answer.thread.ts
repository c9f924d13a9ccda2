import { readSpokenWords } from '@lectern/chaptering/draft/prove-text';
import { createTextGuard, judgeSentences } from '@lectern/chaptering/draft/tidy-text';
import { detectLanguage } from '@lectern/chaptering/writing/language';

/** A sentence of a model and the numbers, from 1, of the lines it is to rest on. */
export type CitedSentence = { text: string; lines: readonly number[] };

/** `shown`: the lines the model was shown; `titles` of their recordings. `mark` fenced the lines. */
export type ProveAnswerInput = {
  sentences: readonly CitedSentence[];
  shown: readonly string[];
  titles: readonly string[];
  question: string;
  mark: string;
};

/** Keeps the sentences whose names, figures and words are said in the lines they cite. */
export default function proveAnswer({ sentences, shown, titles, question, mark }: ProveAnswerInput): CitedSentence[] {
  const all = shown.join('\n');
  const spoken = detectLanguage({ text: all }).code;
  const isEnglish = spoken === 'en';
  const recording = readSpokenWords(`${all}\n${titles.join('\n')}`, isEnglish);
  const guard = createTextGuard(mark, `${all}\n${question}`);
  return sentences.flatMap(({ text, lines }) => {
    const cited = [...new Set(lines)].filter((n) => shown[n - 1] !== undefined);
    if (cited.length === 0) return [];
    const said = readSpokenWords(cited.map((n) => shown[n - 1]!).join('\n'), isEnglish);
    const written = detectLanguage({ text }).code;
    const proof = {
      said,
      recording,
      isTranslated: spoken !== undefined && written !== undefined && written !== spoken,
      nounsHaveCapitals: (written ?? spoken) === 'de',
    };
    const judged = judgeSentences(text, guard, proof);
    return judged.length > 0 && judged.every(({ fault }) => fault === undefined)
      ? [{ text: judged.map((each) => each.text).join(' '), lines: cited }]
      : [];
  });
}
