import { hasFinishedRequiredSteps } from '@lectern/contract/rules/pipeline';
import { shortText } from '@lectern/contract/rules/short-text';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { Suspense } from 'react';
import { missingText } from '../../ui/missing-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { isWorking } from '../../ui/pipeline-progress.tsx';
import { EditableText } from '../../ui/editable-text.tsx';
import type { PlayerClock } from '../../player/clock.ts';
import { Moments } from '../../player/moments.tsx';
import { CopySummary, type GiveLink } from './copy-summary.tsx';
import { ConversionNote } from './conversion-note.tsx';
import { useSaveVideoText } from './use-save-video.ts';

/** Most recordings have one track of each kind. */
const TracksNote = lazyPart(() => import('./tracks-note.tsx'));

/** Shows the description and summary of a recording. If none could be generated, a person can write them. */
export function RecordingAbout({
  video,
  clock,
  giveLink,
}: {
  video: VideoDetail;
  clock: PlayerClock;
  giveLink: GiveLink;
}) {
  const saveText = useSaveVideoText(video);
  const settled = hasFinishedRequiredSteps(video.steps);
  return (
    <div className="grid max-w-prose gap-6">
      {video.description === '' && isWorking(video) ? (
        <p className="text-soft">Processing not completed, please wait.</p>
      ) : (
        <EditableText
          value={video.description}
          label="description"
          multiline
          placeholder={missingText('description', video)}
          className="text-lg leading-relaxed"
          onSave={saveText('description')}
        >
          <Moments text={video.description} duration={video.duration} clock={clock} />
        </EditableText>
      )}
      {(video.summary !== '' || settled) && (
        <section className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h2 className="text-xl">Summary</h2>
            {video.summary !== '' && <CopySummary video={video} giveLink={giveLink} />}
          </div>
          <EditableText
            value={video.summary}
            label="summary"
            multiline
            minLength={shortText + 1}
            placeholder={missingText('summary', video)}
            className="leading-relaxed"
            onSave={saveText('summary')}
          >
            <Moments text={video.summary} duration={video.duration} clock={clock} />
          </EditableText>
        </section>
      )}
      <ConversionNote conversion={video.conversion} />
      {video.tracks !== null && (
        <Suspense fallback={null}>
          <TracksNote video={video} />
        </Suspense>
      )}
      {video.unread !== null && <Notice>Not all of the file is played. {video.unread}</Notice>}
    </div>
  );
}
