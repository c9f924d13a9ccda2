import { isHalted, knownSteps, overallProgress, pipeline, type StepName } from '@lectern/contract/rules/pipeline';
import type { StepProgress, VideoDetail } from '@lectern/contract/videos/videos';
import { clsx } from 'clsx';
import { Check, Circle, CircleAlert, CircleDashed, LoaderCircle, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { asSentence } from '../../ui/as-sentence.ts';
import { isWorking } from '../../ui/pipeline-progress.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

const states: Record<StepProgress['state'], { icon: typeof Check; text: string; tint: string }> = {
  waiting: { icon: Circle, text: 'to come', tint: 'text-edge' },
  running: { icon: LoaderCircle, text: 'in progress', tint: 'text-accent animate-spin' },
  done: { icon: Check, text: 'done', tint: 'text-accent' },
  failed: { icon: CircleAlert, text: 'failed', tint: 'text-danger' },
  blocked: { icon: CircleDashed, text: 'needs your input', tint: 'text-brass' },
  skipped: { icon: Minus, text: 'not needed', tint: 'text-edge' },
};

type ProcessingProps = {
  video: VideoDetail;
  action: ReactNode;
};

const isUnsettled = ({ state }: StepProgress): boolean => state !== 'done' && state !== 'skipped';

/** Whether its chapters are there and are written once more, and nothing but words is worked on. */
function rewritten({ steps, chapters }: VideoDetail): boolean {
  const waits = (name: StepName): boolean => steps.some((each) => each.step === name && isUnsettled(each));
  return chapters.length > 0 && waits('chapters') && !waits('playable');
}

/** Whether it plays as before while something else of it is made anew, such as its sound. */
const playsMeanwhile = ({ playable, chapters, steps }: VideoDetail): boolean =>
  playable && chapters.length > 0 && steps.some((each) => each.step === 'playable' && isUnsettled(each));

/**
 * Shows each step's progress from upload to chapters until all are done, and the reason for a stop. For finished
 * videos, shows only the steps that run again.
 */
export function Processing({ video, action }: ProcessingProps) {
  const all = knownSteps(video.steps);
  const remade = playsMeanwhile(video);
  const again = remade || rewritten(video);
  const steps = again ? all.filter(isUnsettled) : all;
  const halted = steps.some(isHalted);
  const working = isWorking(video);
  if (!working && !halted) return null;
  const progress = again ? overallProgress(steps) : video.progress;
  const percent = Math.round(progress * 100);
  return (
    <section aria-label="Processing" className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      {working && (
        <div className="grid gap-2">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="font-sans text-base font-semibold tracking-normal">
              {remade ? 'Preparing it anew' : again ? 'Writing new chapters' : 'Preparing your video'}
            </h2>
            <span className="text-sm text-soft tabular-nums">{percent}%</span>
          </div>
          <ProgressBar value={progress} label="Processing" />
          <p className="text-sm text-soft">
            {remade
              ? 'Until it is ready, the recording plays as it did.'
              : again
                ? 'Until they are ready, the chapters you have stay as they are.'
                : 'An unprocessed video may need a few minutes.'}{' '}
            You can leave this page; this continues automatically.
          </p>
        </div>
      )}
      <ol className="grid gap-2 text-sm">
        {steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
      {halted && <div className="flex flex-wrap gap-2">{action}</div>}
    </section>
  );
}

function Step({ step, state, progress, note, problem }: StepProgress) {
  const { icon: Icon, text, tint } = states[state];
  const detail = problem ?? (note && asSentence(note));
  const percent = state === 'running' && progress > 0 ? `${Math.round(progress * 100)}%` : '';
  return (
    <li className="grid grid-cols-[1rem_1fr_auto] items-start gap-x-3">
      <Icon aria-hidden className={clsx('mt-0.5 size-4', tint)} />
      <span className={clsx(state === 'waiting' && 'text-soft')}>
        {pipeline[step].label}
        <span className="sr-only">, {text}</span>
        {detail && (
          <span className={clsx('block', state === 'failed' ? 'font-medium text-danger' : 'text-soft')}>{detail}</span>
        )}
      </span>
      <span className="text-soft tabular-nums">{percent}</span>
    </li>
  );
}

const lostText =
  'It is not where it was kept any more. What was written about it is still here. If you have the file, please upload it again.';

/** In the place of a recording that cannot be played, why. */
export function NotPlayable({ video }: { video: VideoDetail }) {
  const note = video.steps.find(({ step }) => step === 'playable')?.note;
  const [title, text] = video.lost
    ? ['This recording is lost', lostText]
    : ['This video is still being prepared', note ? asSentence(note) : 'It may need a few minutes.'];
  return (
    <div
      {...(video.lost ? { role: 'alert' } : {})}
      className="grid aspect-video place-content-center bg-sunken p-4 text-center sm:rounded-lg"
    >
      <p className="font-serif text-xl">{title}</p>
      <p className="mx-auto max-w-prose text-soft">{text}</p>
    </div>
  );
}
