import type { PlayerClock } from '../player/clock.ts';
import type { PlayableVideo } from '../player/commands.ts';
import { Player } from '../player/player.tsx';
import { forgetWithPage } from '../player/remembered-settings.ts';

// Portals keep nothing in the browsers of visitors.
forgetWithPage();

export type PlayerStageProps = { video: PlayableVideo; clock: PlayerClock; onRetry: () => void };

/** The player, in a chunk of its own. */
export function PlayerStage(props: PlayerStageProps) {
  return <Player {...props} />;
}
