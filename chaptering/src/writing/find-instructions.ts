import { stemsIn } from '../terms.ts';
import { taggedWords, LONGEST_SENTENCE } from './grammar.ts';
import type { SpeechProfile } from './speech.ts';
import { hasFragment, hasSpeechSlips } from './spoken.ts';

/** Something that a recording shows how to do: the sentence, and what it is, from its verb on. */
export type Step = { i: number; text: string };

const BEFORE =
  /\b(?:let['’]s|let me|i['’]m (?:going to|gonna)|we['’]re (?:going to|gonna)|i['’]ll|we['’]ll|how (?:to|you can|we can|i)|you (?:can|could)|you (?:need|want|have) to|we (?:can|could|need to|want to|have to)|i (?:can|want to|need to|have to)|(?:allows?|lets?|enables?) (?:you|us)(?: to)?|an easy way to|(?:is|was) to) (?:go ahead and |also |then |actually |just |now |quickly |still |either |even |simply |first )*/giu;
const VERB =
  /^(?:create|set|add|build|install|run|open|capture|configure|write|define|use|call|load|deploy|debug|find|filter|search|track|record|export|import|render|test|check|click|select|type|enter|connect|convert|compute|train|fine-tune|measure|compare|replace|remove|delete|update|sort|store|save|read|print|implement|change|control|download|launch|press|attach|analy[sz]e|generate|upload|return|traverse|expand|hide|toggle|iterate|enumerate|summari[sz]e|break|inspect|view|list|edit|merge|split|map|label|host|publish|log|enable|disable)$/i;
const ENDS =
  /[.?!;:]|, |\b(?:and (?:then|so|we|i|you|it|that|see|let)|so|because|but|which|where|if|when|while|or something|as well|like|right|that(?='s| is| has| we| you| i))\b/iu;
const LEANS =
  /\b(?:it|its|it['’]s|this|that|these|those|there|here|them|they|ones?|things?|stuff|something|anything|whatever|some|my|me|i|again|too|also|lot|bunch|bit|kind|sort|so|go|going|everything|other|another|same|you|we)\b|_/iu;
/** 'Use to get the frames', 'capture is using the tool': no step. */
const BROKEN =
  /^(?:use|set|create|add|write|capture|render(?: out)?) (?:to|in|on|for|at)\b|\b(?:is|are|was|were|even more)\b/iu;
const LENGTH = { least: 3, most: 9 };
const LEAST_STEMS = 1;
/** Said so often, a word is of the matter. */
const OFTEN = 3;
/** Such sentences of all: less is no demonstration. */
const SHARE = 0.04;

/** Returns the steps that an English recording demonstrates, in order; empty when it demonstrates nothing. */
export function findInstructionSteps({ sentences, counts }: SpeechProfile): Step[] {
  const steps: Step[] = [];
  let announcing = 0;
  const told = new Set<string>();
  sentences.forEach(({ text }, i) => {
    if (text.length > LONGEST_SENTENCE) return;
    let isAnnouncing = false;
    for (const match of text.replace(/([,;]?)\.(?= \p{Ll})/gu, '$1').matchAll(BEFORE)) {
      isAnnouncing = true;
      const rest = match.input.slice(match.index + match[0].length);
      const verb = /^[\p{L}-]+/u.exec(rest)?.[0] ?? '';
      if (!VERB.test(verb)) continue;
      const end = ENDS.exec(rest)?.index;
      const step = rest.slice(0, end).replace(/[ ,]+$/, '');
      const object = stemsIn(step.slice(verb.length));
      if (
        !isTold(step, object) ||
        object.some((stem) => told.has(stem)) ||
        !object.some((stem) => (counts.get(stem) ?? 0) >= OFTEN)
      )
        continue;
      for (const stem of object) told.add(stem);
      steps.push({ i, text: step });
    }
    if (isAnnouncing) announcing++;
  });
  return announcing >= SHARE * sentences.length ? steps : [];
}

function isTold(step: string, object: readonly string[]): boolean {
  const count = step.split(' ').length;
  if (count < LENGTH.least || count > LENGTH.most || object.length < LEAST_STEMS) return false;
  if (LEANS.test(step) || BROKEN.test(step) || hasFragment(step) || hasSpeechSlips(step)) return false;
  const last = taggedWords(`They ${step}.`).at(-2);
  return last !== undefined && /^(?:NOUN|PROPN|NUM)$/.test(last.tag);
}
