import type { PlayerClock } from '../player/clock.ts';
import { isFinal, whyMissing } from '../session/call.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { isGone } from '../features/playback/use-asset.ts';
import type { Arriving } from '../features/uploads/use-arriving.ts';

/** Most addresses are of a video. */
const NoSuchVideo = lazyPart(() => import('../features/playback/no-such-video.tsx'));

/** Most videos have arrived. */
const ArrivingVideo = lazyPart(() => import('../features/uploads/arriving-video.tsx'));

type AbsentVideoProps = {
  id: string;
  clock: PlayerClock;
  arriving: Arriving;
  error: Error | null;
  busy: boolean;
  onRetry: () => unknown;
};

/** In place of a video: what has arrived of it, or why there is none. */
export function AbsentVideo({ id, clock, arriving: { recording, failure }, error, busy, onRetry }: AbsentVideoProps) {
  if (recording) return <ArrivingVideo id={id} recording={recording} clock={clock} />;
  if (failure) return <ErrorState title="This recording did not arrive" text={failure} />;
  if (error && isGone(error)) return <NoSuchVideo />;
  return (
    <ErrorState text={whyMissing(error)} busy={busy} {...(isFinal(error) ? {} : { onRetry: () => void onRetry() })} />
  );
}
