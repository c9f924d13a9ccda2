import type { Video } from '@lectern/contract/videos/videos';
import { SearchCheck } from 'lucide-react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { useVideoActions } from './use-video-actions.ts';

/** Puts a video into the search of the library again. */
export function ReindexItem({ video }: { video: Video }) {
  const { uploadOmnisearch } = useVideoActions(video);
  const run = async (): Promise<void> => {
    try {
      await uploadOmnisearch();
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    }
  };
  return (
    <MenuItem icon={<SearchCheck aria-hidden />} onSelect={() => void run()}>
      Add to the library search again
    </MenuItem>
  );
}
