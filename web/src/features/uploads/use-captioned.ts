import { useQueryClient } from '@tanstack/react-query';

/** Shows what captions that were sent have changed, wherever their video is shown. */
export function useCaptioned(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['processing', 'videos', 'video'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
