import { CallError } from '@lectern/contract/client';
import { type ArrivingRecording, uploadRoutes } from '@lectern/contract/uploads/uploads';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQuery } from '@tanstack/react-query';
import { call, failureText, isFinal } from '../../session/call.ts';

/** Milliseconds between two looks, and at first, when somebody waits for the first frame; so many are that. */
const [look, firstLook, firstLooks] = [1000, 300, 30];

/** An upload was cancelled or refused, and the server says why; of others it knows nothing. */
const isEnded = (error: Error | null): boolean => error instanceof CallError && [410, 422].includes(error.status);

/** It is known how it will be played. */
const isInspected = ({ playable, steps }: VideoDetail): boolean =>
  playable || steps.some(({ step, state }) => step === 'inspect' && state !== 'waiting' && state !== 'running');

export type Arriving = {
  /** There while it plays by this alone. */
  recording?: ArrivingRecording | undefined;
  /** Why it did not arrive. */
  failure?: string | undefined;
  isPending: boolean;
};

type Asked = {
  video: VideoDetail | undefined;
  isMissing: boolean;
  /** Another last word on the video than that there is none yet. */
  refusal: Error | null;
  /** Told while all of it has come: it becomes a video then. */
  onWhole: () => unknown;
};

/** Follows a recording that is no video yet, uploaded here or in another browser. */
export function useArriving(id: string, { video, isMissing, refusal, onWhole }: Asked): Arriving {
  const { data, error, isPending } = useQuery({
    queryKey: ['arriving', id],
    queryFn: async ({ signal }) => {
      const { data } = await call(uploadRoutes.arriving, { id }, { signal });
      if (data.received === data.size) void onWhole();
      return data;
    },
    enabled: isMissing,
    retry: false,
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (isFinal(error)) return false;
      return data?.playback || dataUpdateCount > firstLooks ? look : firstLook;
    },
  });
  const isOver = refusal !== null || isFinal(error) || (video !== undefined && isInspected(video));
  const ended = refusal ?? (isMissing ? error : null);
  return {
    recording: isOver ? undefined : data,
    failure: isEnded(ended) ? failureText(ended) : undefined,
    isPending: isMissing && isPending,
  };
}
