import { problems } from '@lectern/contract/problem';
import { Button } from '../../ui/button.tsx';
import { emptyList } from './upload-list.ts';

/** What the plan has no room for. */
export type Full = 'plan_maximum' | 'plan_minutes' | undefined;

/** What comes after an upload: another one, where the plan has room for it. */
export function AfterUpload({ full }: { full: Full }) {
  if (full) return <p className="text-sm text-soft">{problems[full].text}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button look="secondary" onClick={emptyList}>
        Upload another video
      </Button>
      <RefreshNote />
    </div>
  );
}

export const RefreshNote = () => (
  <p className="text-sm text-soft">Refresh the browser after a few minutes to upload a new video.</p>
);
