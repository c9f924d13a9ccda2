import type { PortalVideo } from '@lectern/contract/publishing/portal';
import { type ComponentType, useEffect, useState } from 'react';
import type { PlayerClock } from '../player/clock.ts';
import { Invitation } from '../player/start-overlay.tsx';
import type { VideoHost } from './video-host.ts';
import type { PlayerStageProps } from './player-stage.tsx';

type StageProps = { place: VideoHost; video: PortalVideo; clock: PlayerClock };

/** The recording: its picture at once, and the player over it when its code has come. */
export function LazyPlayer({ place, video, clock }: StageProps) {
  const [Player, setPlayer] = useState<ComponentType<PlayerStageProps>>();
  const [playbackId, setPlaybackId] = useState(video.playback_id);
  useEffect(() => {
    void import('./player-stage.tsx').then(({ PlayerStage }) => setPlayer(() => PlayerStage));
  }, []);

  /** The signed address has ended while the page lay open: a new one goes on at the same place. */
  const renew = async (): Promise<void> => setPlaybackId(await place.renew());

  if (Player)
    return (
      <Player
        video={{ ...video, playback_id: playbackId }}
        clock={clock}
        onRetry={() => void renew().catch(() => undefined)}
      />
    );
  // As high as the player with its controls, so that nothing moves when it comes.
  return (
    <div className="border-line bg-surface sm:rounded-lg sm:border">
      <div className="relative aspect-video overflow-clip bg-black sm:rounded-t-lg">
        {video.thumbnail && (
          <img
            src={video.thumbnail}
            alt=""
            width={960}
            height={540}
            fetchPriority="high"
            className="size-full object-contain"
          />
        )}
        <Invitation sound={video.kind === 'audio'} />
      </div>
      <div className="@container">
        <div className="h-20 @max-[33rem]:h-29" />
      </div>
    </div>
  );
}
