import type { VideoAsset } from '@lectern/contract/videos';
import { EditableText } from '../../ui/editable-text.tsx';
import { useSaveVideo } from './use-save-video.ts';

/** What the recording is about: its description and summary. */
export function About({ video }: { video: VideoAsset }) {
  const save = useSaveVideo(video);
  return (
    <div className="grid max-w-prose gap-6">
      {video.description === '' ? (
        <p className="text-soft">Processing not completed, please wait.</p>
      ) : (
        <EditableText
          value={video.description}
          label="description"
          multiline
          className="text-lg leading-relaxed"
          onSave={(description) => save(() => ({ description }))}
        />
      )}
      {video.summary !== '' && (
        <section className="grid gap-2">
          <h2 className="text-xl">Summary</h2>
          <EditableText
            value={video.summary}
            label="summary"
            multiline
            minLength={4}
            className="leading-relaxed"
            onSave={(summary) => save(() => ({ summary }))}
          />
        </section>
      )}
    </div>
  );
}
