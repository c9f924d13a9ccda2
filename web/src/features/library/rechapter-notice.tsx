import type { Video } from '@lectern/contract/videos/videos';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRechapter } from './use-rechapter.tsx';

type RechapterNoticeProps = { video: Video; /** Why. */ text: string };

/** For a video whose chapters had better be written again. */
export function RechapterNotice({ video, text }: RechapterNoticeProps) {
  const { rechapter, busy, dialog } = useRechapter(video);
  return (
    <Notice>
      <div className="-my-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60">{text}</p>
        <Button look="secondary" size="sm" busy={busy} onClick={() => void rechapter()}>
          ReChapter
        </Button>
      </div>
      {dialog}
    </Notice>
  );
}
