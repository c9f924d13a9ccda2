import { requiredSteps, isHalted, knownSteps, tooFewWordsNotice, pipeline } from '@lectern/contract/rules/pipeline';
import type { Video } from '@lectern/contract/videos/videos';
import type { ReactNode } from 'react';
import { asSentence } from './as-sentence.ts';
import { ProgressBar } from './progress-bar.tsx';

type Worked = Pick<Video, 'steps' | 'progress'>;

/** True while the pipeline goes on by itself; a failed or blocked step waits for a person. */
export const isWorking = ({ steps }: Pick<Video, 'steps'>): boolean =>
  requiredSteps(steps).some(({ state }) => state === 'running') ||
  (requiredSteps(steps).some(({ state }) => state === 'waiting') && !knownSteps(steps).some(isHalted));

/**
 * Note of the finished chapters step: why the chapters are not the language model's, or that hardly anything is said.
 */
const told = ({ steps }: Pick<Video, 'steps'>): string | undefined =>
  steps.find(({ step, state }) => step === 'chapters' && state === 'done')?.problem ?? undefined;

/** True where there are too few words to write a summary of. */
export const hasTooFewWords = (video: Pick<Video, 'steps'>): boolean => told(video) === tooFewWordsNotice;

/** Why the chapters had better be written again, if there is a reason. */
export const findRegenerateReason = (video: Pick<Video, 'steps'>): string | undefined =>
  hasTooFewWords(video) ? undefined : told(video);

type PipelineProgressProps = {
  video: Worked;
  action?: ReactNode;
};

/** Which step the pipeline is at and how far; or what stopped it. Announced politely. */
export function PipelineProgress({ video, action }: PipelineProgressProps) {
  const { progress } = video;
  const steps = knownSteps(video.steps);
  const halted = steps.find(isHalted);
  const running = steps.filter(({ state }) => state === 'running');
  const labels = running.map(({ step, note }) => (note ? asSentence(note) : pipeline[step].label));
  const percent = Math.round(progress * 100);
  const working = isWorking(video);
  return (
    <div className="grid gap-2 text-sm">
      {working && (
        <>
          <div className="flex items-baseline justify-between gap-4">
            <span role="status" className="min-w-0">
              {labels.length > 0 ? labels.join(' · ') : 'Waiting for its turn'}
            </span>
            <span className="text-soft tabular-nums">{percent}%</span>
          </div>
          <ProgressBar value={progress} label="Processing" />
        </>
      )}
      {halted && (
        <div role="status" className="grid gap-2">
          <p className={halted.state === 'failed' ? 'font-medium text-danger' : ''}>
            {asSentence(halted.problem ?? halted.note ?? `${pipeline[halted.step].label}: this did not work.`)}
          </p>
          {action && <div className="flex flex-wrap gap-2">{action}</div>}
        </div>
      )}
    </div>
  );
}

/** Placeholder for a text the video lacks, once processing has ended. */
export const missingText = (what: 'description' | 'summary', video: Pick<Video, 'steps'>): string =>
  hasTooFewWords(video)
    ? `No ${what}: hardly anything is said here. You can write one.`
    : `No ${what} yet. You can write one.`;
