import type { VideoDetail } from '@lectern/contract/videos/videos';
import { asSentence } from '../../ui/as-sentence.ts';

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
