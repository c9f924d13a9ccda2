import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { formatDuration } from '@lectern/contract/rules/timecode';
import type { ArrivingRecording } from '@lectern/contract/uploads/uploads';
import { useEffect } from 'react';
import { loadHls } from '../../player/attach-stream.ts';
import { type PlayerClock, useMedia } from '../../player/clock.ts';
import { Player } from '../../player/player.tsx';
import { Allowed } from '../../session/stored-session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { momentInWords } from '../../ui/date-in-words.ts';
import { Notice } from '../../ui/notice.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { phaseWords, useUploads } from './upload-list.ts';

const nothing: never[] = [];

/** Whether a player has nothing more of what it knows to be there. */
const isPlayedOut = ({ readyState, seekable, currentTime }: HTMLMediaElement): boolean =>
  readyState < HTMLMediaElement.HAVE_FUTURE_DATA &&
  seekable.length > 0 &&
  currentTime > seekable.end(seekable.length - 1) - 0.5;

type ArrivingVideoProps = { id: string; recording: ArrivingRecording; clock: PlayerClock };

/** A recording on its way: what of it has come plays, with a mark where that ends. */
export default function ArrivingVideo({ id, recording, clock }: ArrivingVideoProps) {
  const { title, size, received, still_since: stillSince, playback } = recording;
  usePageTitle(title);
  // The first frame does not wait for it then.
  useEffect(() => void loadHls().catch(() => undefined), []);
  const upload = useUploads().uploads.find((each) => each.id === id);
  const isWhole = received === size;
  const [arrived, duration] = [playback?.arrived ?? 0, playback?.duration ?? 0];
  const waits = useMedia(clock, isPlayedOut, false) && !isWhole;
  return (
    <div className="mx-auto grid w-full max-w-5xl flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 sm:p-6">
      {playback ? (
        <Player
          video={{
            playback_id: playback.id,
            kind: playback.kind,
            duration,
            title,
            chapters: nothing,
            captionsTrackId: null,
            thumbnail: null,
            storyboard: null,
          }}
          clock={clock}
          arrived={isWhole ? duration : arrived}
        />
      ) : (
        <div className="grid aspect-video place-content-center bg-sunken p-4 text-center sm:rounded-lg">
          <p className="font-serif text-xl">This recording is being uploaded</p>
          <p className="mx-auto max-w-prose text-soft">It can be watched here as soon as enough of it has arrived.</p>
        </div>
      )}
      <div className="grid gap-3 px-4 pb-8 sm:px-0">
        <h1 className="text-2xl break-words">{title}</h1>
        {upload?.phase === 'failed' ? (
          // Why no more comes, where this page sends it.
          <Notice kind="bad">
            The upload stopped: {upload.error} <ButtonLink to="/asset/upload">Show the upload</ButtonLink>
          </Notice>
        ) : (
          stillSince !== undefined && <StandsStill since={stillSince} />
        )}
        <ProgressBar value={size === null ? undefined : received / size} label="Arrived" />
        <p className="text-sm text-soft tabular-nums">
          {playback && `${formatDuration(arrived)} of ${formatDuration(duration)} can be watched · `}
          {formatBytes(received)}
          {size !== null && ` of ${formatBytes(size)}`} arrived
          {upload && !isWhole && ` · ${phaseWords[upload.phase]}`}
        </p>
        <p role="status" className="text-sm">
          {waits && 'What has arrived ends here.'}
          {waits && stillSince === undefined && ' It goes on by itself when more has arrived.'}
          {isWhole && 'All of it has arrived, and is being stored.'}
        </p>
      </div>
    </div>
  );
}

/** Nothing more comes by itself. `since` in epoch seconds. */
function StandsStill({ since }: { since: number }) {
  const moment = momentInWords(new Date(since * 1000).toISOString());
  return (
    <Notice>
      <p>
        The upload stands still: nothing has arrived since {moment}. It goes on where it was begun, or with the same
        file on Video Upload.
      </p>
      <Allowed right="edit">
        <p className="mt-3">
          <ButtonLink to="/asset/upload" size="sm">
            Go to Video Upload
          </ButtonLink>
        </p>
      </Allowed>
    </Notice>
  );
}
