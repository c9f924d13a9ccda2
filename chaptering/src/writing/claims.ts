import { taggedWords } from './grammar.ts';
import type { Speech } from './speech.ts';
import type { SummarySentence } from './summaries.ts';

/** Words of a claim that a text reports. */
const LENGTH = { least: 9, most: 34 };
/** How much more a claim is worth whose first words name what the recording is about. */
const NAMED_FIRST = 2;

/**
 * What a text may report of a recording, best first: statements about one of its subjects, or about anything, that need
 * nothing before them.
 */
export function claimsAbout(
  sentences: readonly SummarySentence[],
  subjects: readonly string[],
  { speech, anyOther }: { speech: Speech; anyOther: boolean },
): SummarySentence[] {
  const stems = new Set(
    subjects.flatMap((subject) => speech.tokenise(subject).flatMap(({ stem, stop }) => (stop ? [] : [stem]))),
  );
  return sentences
    .flatMap((sentence) => {
      const words = sentence.text.split(' ').length;
      const before = isReportable(sentence.text) ? beforeTheVerb(sentence.text) : undefined;
      if (before === undefined || words < LENGTH.least || words > LENGTH.most) return [];
      const isNamed = speech.tokenise(before).some(({ stem, stop }) => !stop && stems.has(stem));
      return isNamed || anyOther ? [{ ...sentence, score: sentence.score * (isNamed ? NAMED_FIRST : 1) }] : [];
    })
    .toSorted((a, b) => b.score - a.score || a.i - b.i);
}

/** What a sentence says something of; undefined where another clause begins before it says anything. */
function beforeTheVerb(text: string): string | undefined {
  const tagged = taggedWords(text);
  const verb = tagged.findIndex(
    ({ tag, lower }) => tag === 'AUX' || (tag === 'VERB' && !/(?:ing|ed)$/.test(lower)) || lower === "'s",
  );
  if (verb < 1) return undefined;
  const before = text.slice(0, tagged[verb]!.from);
  return /[,;:]|\b(?:that|which|who|when|if|because|as|while|than|what|how|where)\b/i.test(before) ? undefined : before;
}

/** Can follow 'that': a statement about the matter, not about who speaks. */
export const isReportable = (text: string): boolean =>
  !/\b(?:I|I'm|I've|I'll|I'd|me|my|My|we|We|us|there|too|also|as well|our|Our|you said|you mean|you're saying|obviously|basically|whatever|thing|things|stuff|guys?|okay|here|there's|sort of|kind of|in there|right now|this|these|those)\b|\b[Ww]e'\w|["“?]/.test(
    text,
  ) &&
  // 'If the only way is if you sign': what then?
  !/^(?:if|as|when|because|while|although|since|unless|with|from|for|in|then|so|and|but|it|they|that|he|she|one|two|some|another|all|every)\b/i.test(
    text,
  ) &&
  !/^(?:do|don't|let|make|use|be|take|please|imagine|remember|think|look|say|also|first|secondly|what|how|why|where|who|bring|try|go)\b/i.test(
    text,
  ) &&
  !/^(?:the|one|another|my|our) (?:\w+ )?(?:problem|idea|thing|point|question|reason|goal|example|way|way|advantage|case) (?:is|was|here)\b/i.test(
    text,
  ) &&
  // 'The roof design, when you have two': the sentence begins again.
  !/^[^,]{0,60}, (?:when|if|you|they|it|so|because|like)\b/i.test(text) &&
  text.endsWith('.');
