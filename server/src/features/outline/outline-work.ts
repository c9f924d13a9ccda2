import { createFenceMark, systemPrompt } from './language/instructions.ts';
import type { OutlineDrafting } from './draft-outline.ts';
import { outlineInstructions } from './outline-prompts.ts';

type Given = Omit<OutlineDrafting, 'system' | 'mark' | 'wishes'> & {
  /** Instructions that language models get before the task. */
  standing: string;
  /** Quotes a chapter at most, and what they are chosen by. */
  quotes: number;
  quotePrompt: string;
  /** Seconds at which chapters begin that a person has edited. */
  kept: readonly number[];
};

/** A recording made ready to be asked about: under a mark of its own, with the rules that stand above everything. */
export function prepareOutlineDrafting({ standing, quotes, quotePrompt, kept, ...work }: Given): OutlineDrafting {
  const mark = createFenceMark();
  const lineAt = (second: number): number => work.lines.findIndex(({ end }) => end > second + 0.05) + 1;
  return {
    ...work,
    mark,
    system: systemPrompt(standing, outlineInstructions, mark),
    wishes: { quotes, quotePrompt, kept: kept.map(lineAt).filter((line) => line > 1) },
  };
}
