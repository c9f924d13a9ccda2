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
      path: 'server/src/features/videos/words.step.ts',
      text: `import { cuesOf } from '../transcripts/cues.ts';
import type { Step } from './pipeline.ts';

/** Counts the words of the transcript. */
export const wordsStep: Step = async (world, video) => {
  const cues = await cuesOf(world.database.kysely, video.id);
  const words = cues.flatMap(({ text }) => text.split(/\\s+/)).filter(Boolean).length;
  return {
    note: words === 1 ? '1 word' : String(words) + ' words',
    save: (tx) => tx.updateTable('videos').set({ spoken_words: words }).where('id', '=', video.id).execute(),
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
      after: "import { transcriptStep } from '../features/transcripts/transcript.step.ts';\n",
      add: "import { wordsStep } from '../features/videos/words.step.ts';\n",
    },
  ],
};
