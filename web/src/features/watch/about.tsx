import { isSettled } from '@lectern/contract/rules/pipeline';
import type { VideoAsset } from '@lectern/contract/videos';
import { isWordless, isWorking } from '../../ui/pipeline-progress.tsx';
import { EditableText } from '../../ui/editable-text.tsx';
import type { Clock } from '../../player/clock.ts';
import { Moments } from '../../player/moments.tsx';
import { ConversionNote } from './conversion-note.tsx';
import { useSaveText } from './use-save-video.ts';

/** What the recording is about: its description and summary. Where nothing could be written, a person can. */
export function About({ video, clock }: { video: VideoAsset; clock: Clock }) {
  const saveText = useSaveText(video);
  const settled = isSettled(video.steps);
  return (
    <div className="grid max-w-prose gap-6">
      {video.description === '' && isWorking(video) ? (
        <p className="text-soft">Processing not completed, please wait.</p>
      ) : (
        <EditableText
          value={video.description}
          label="description"
          multiline
          placeholder="No description: hardly anything is said here. You can write one."
          className="text-lg leading-relaxed"
          onSave={saveText('description')}
        >
          <Moments text={video.description} duration={video.duration} clock={clock} />
        </EditableText>
      )}
      {(video.summary !== '' || settled) && (
        <section className="grid gap-2">
          <h2 className="text-xl">Summary</h2>
          <EditableText
            value={video.summary}
            label="summary"
            multiline
            minLength={4}
            placeholder={
              isWordless(video)
                ? 'No summary: hardly anything is said here. You can write one.'
                : 'No summary yet. You can write one.'
            }
            className="leading-relaxed"
            onSave={saveText('summary')}
          >
            <Moments text={video.summary} duration={video.duration} clock={clock} />
          </EditableText>
        </section>
      )}
      <ConversionNote conversion={video.conversion} />
    </div>
  );
}
