import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, whyMissing, attempt } from '../../session/call.ts';
import { videoKey } from '../../session/video-cache.ts';
import { Button } from '../../ui/button.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { isWorking } from '../../ui/pipeline-progress.tsx';
import { toast } from '../../ui/toast.tsx';
import { hasChoice, describeCurrentTracks } from './track-texts.ts';

const TracksDialog = lazyPart(() => import('./tracks-dialog.tsx'));

/** Which tracks of the recording are heard and read, where there are several, and the way to others. */
export default function TracksNote({ video }: { video: VideoDetail }) {
  return video.tracks === 'unlooked' ? <Unlooked video={video} /> : <Taken video={video} />;
}

function Taken({ video }: { video: VideoDetail }) {
  const [open, setOpen] = useState(false);
  const {
    data: tracks,
    error,
    isFetching,
    refetch,
  } = useQuery({
    // Another transcript may be from another track, and work that ends may have changed the sound.
    queryKey: ['tracks', video.id, video.captionsTrackId, isWorking(video)],
    queryFn: async ({ signal }) => (await call(transcriptRoutes.tracks, { uploadId: video.id }, { signal })).data,
    placeholderData: (before) => before,
  });
  if (!tracks && error)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
        <p className="min-w-0 break-words">The tracks of this recording are not shown. {whyMissing(error)}</p>
        <Button ref={leavesFocus} look="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!tracks || !hasChoice(tracks)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
      <p className="min-w-0 break-words">{describeCurrentTracks(tracks)}</p>
      <Button look="secondary" size="sm" onClick={() => setOpen(true)}>
        Change tracks
      </Button>
      {open && <TracksDialog video={video} tracks={tracks} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Recordings were not always asked for all of their tracks. */
function Unlooked({ video }: { video: VideoDetail }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const look = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      toast.success((await call(transcriptRoutes.lookForTracks, { passthrough: video.id })).msg);
      await queries.invalidateQueries({ queryKey: videoKey(video.uploadId) });
    });
    setBusy(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
      <p>Whether this recording has other tracks of sound has not been looked at yet.</p>
      <Button ref={leavesFocus} look="secondary" size="sm" busy={busy || isWorking(video)} onClick={() => void look()}>
        Look for tracks
      </Button>
    </div>
  );
}
