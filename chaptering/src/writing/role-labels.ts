import type { Sentence } from '../transcript.ts';
import { OFFICE } from './persons.ts';

/** Lists participants known only by office: 'the project manager', 'marketing'. */
export function listSpeakerOffices(sentences: readonly Sentence[]): string[] {
  const labels = new Set(sentences.flatMap(({ speaker }) => speaker ?? []));
  return [...labels].flatMap((label) => {
    const name = label.toLowerCase();
    return isHeldBySomebody(name) ? [`the ${name}`] : /^marketing$/.test(name) ? [name] : [];
  });
}

/**
 * Phrases a speaker's office: 'the project manager', 'somebody from marketing'; undefined when the label is no office.
 */
export function phraseSpeakerOffice(label: string | undefined): string | undefined {
  const name = label?.toLowerCase();
  if (name === undefined || !OFFICE.test(name) || /\b(?:audience|participant|guest)\b/.test(name)) return undefined;
  return isHeldBySomebody(name) ? `the ${name}` : `somebody from ${name}`;
}

const isHeldBySomebody = (name: string): boolean => /(?:er|or|ist|chair)$/.test(name) && OFFICE.test(name);
