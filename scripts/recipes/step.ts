import type { Example } from './change.ts';

/** A step that nobody waits for: it counts the words that are said, also in videos that were made before there was it. */
export const stepExample: Example = {
  heading: 'Add a pipeline step',
  changes: [
    { path: 'contract/src/rules/pipeline.ts', after: "  'slides',\n", add: "  'words',\n" },
    {
      path: 'contract/src/rules/pipeline.ts',
      after: 'export const pipeline: Readonly<Record<StepName, Step>> = {\n',
      add: "  words: { label: 'Counting the words', needs: ['transcript'], optional: true, later: true },\n",
    },
    {
      path: 'server/src/features/transcripts/words.step.ts',
      text: `import type { Step } from '../videos/pipeline.ts';
import { saveSpokenWords } from '../videos/spoken-words.ts';
import { cuesOf } from './cues.ts';

/** Counts the words of the transcript. */
export const wordsStep: Step = async (world, video) => {
  const cues = await cuesOf(world.database.kysely, video.id);
  const words = cues.flatMap(({ text }) => text.split(/\\s+/)).filter(Boolean).length;
  return {
    note: words === 1 ? '1 word' : String(words) + ' words',
    save: (tx) => saveSpokenWords(tx, video.id, words),
  };
};
`,
    },
    {
      path: 'server/src/main/steps.ts',
      after: 'export const steps: Readonly<Record<StepName, Step>> = {\n',
      add: '  words: wordsStep,\n',
    },
    {
      path: 'server/src/main/steps.ts',
      after: "import { captionsStep, transcriptStep } from '../features/transcripts/transcript.step.ts';\n",
      add: "import { wordsStep } from '../features/transcripts/words.step.ts';\n",
    },
  ],
};
