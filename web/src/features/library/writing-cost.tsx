import { videoRoutes, type Video } from '@lectern/contract/videos/videos';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../session/call.ts';

const formatDollars = (dollars: number): string =>
  dollars < 0.01
    ? 'less than $0.01'
    : `about ${dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`;

/** Tells what texts of a recording will cost, before a language model is asked; nothing where they are free. */
export function WritingCost({ video }: { video: Pick<Video, 'id'> }) {
  const { data } = useQuery({
    queryKey: ['writing-cost', video.id],
    queryFn: () => call(videoRoutes.writingCost, { passthrough: video.id }),
    gcTime: 0,
    staleTime: 0,
  });
  if (!data || data.tokens === 0) return null;
  const { tokens, left, dollars } = data;
  const money = dollars === null ? '' : ` (${formatDollars(dollars)})`;
  const cost = `It takes about ${tokens.toLocaleString('en-US')} tokens${money}`;
  return <span className="mt-2 block">{`${cost} of the ${left.toLocaleString('en-US')} you have left.`}</span>;
}
