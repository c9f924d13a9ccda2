import type { Video } from '@lectern/contract/videos';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRechapter } from './use-rechapter.tsx';

/** For a video whose transcript a person has changed since its chapters were written. */
export function OutdatedNotice({ video }: { video: Video }) {
  const { rechapter, dialog } = useRechapter(video);
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>The transcript changed. ReChapter to write chapters from it.</p>
        <Button look="secondary" size="sm" onClick={() => void rechapter()}>
          ReChapter
        </Button>
      </div>
      {dialog}
    </Notice>
  );
}
