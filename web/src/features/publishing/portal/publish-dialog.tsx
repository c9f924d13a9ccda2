import type { NewPortal } from '@lectern/contract/publishing/portal-settings';
import { isCodeName } from '@lectern/contract/rules/code-name';
import { hasFinishedRequiredSteps } from '@lectern/contract/rules/pipeline';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { type GuessedTitle, videoRoutes } from '@lectern/contract/videos/videos';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../session/call.ts';
import { Failure } from '../../../session/not-loaded.tsx';
import { useMember } from '../../../session/stored-session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadingPlaceholder, Skeleton } from '../../../ui/page-placeholder.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';

type PublishDialogProps = { onClose: () => void; onPublish: (publication: NewPortal) => void };

const verbFor = (count: number): string =>
  count === 0 ? 'Generate without webinars' : `Publish ${count === 1 ? '1 webinar' : `${count} webinars`}`;

const sources: Readonly<Record<GuessedTitle, string>> = {
  slide: 'it comes from the first slide',
  speech: 'it comes from what is said',
  nothing: 'it names no subject',
};

/**
 * Chooses the content of a new portal: its title, and by default all finished videos of the member, newest first and
 * large.
 */
export default function PublishDialog({ onClose, onPublish }: PublishDialogProps) {
  const { id: userId } = useMember();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['videos'],
    queryFn: async ({ signal }) => (await call(videoRoutes.list, { userId, page: 1, limit: 100 }, { signal })).data,
  });
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [title, setTitle] = useState('');
  const [hero, setHero] = useState<string>();
  const playable = (data ?? []).filter((video) => video.playable);
  const chosen = playable
    .filter(({ id, steps, sample }) => changed.get(id) ?? (hasFinishedRequiredSteps(steps) && !sample))
    .map(({ id }) => id);
  const first = chosen.find((id) => id === hero) ?? chosen[0];
  const publish = (): void =>
    onPublish({
      ...(title.trim() === '' ? {} : { title }),
      videos: first === undefined ? [] : [first, ...chosen.filter((id) => id !== first)],
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title="What visitors will see"
      description="Anyone with the address of the portal can watch what you publish. You can change this at any time."
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!data} onClick={publish}>
            {data ? verbFor(chosen.length) : 'Publish'}
          </Button>
        </>
      }
    >
      {data ? (
        <div className="grid grid-cols-1 gap-5">
          <Field
            label="Title of the portal"
            value={title}
            maxLength={120}
            placeholder="Webinars"
            hint="Stands above your webinars, and where the portal is shared."
            onChange={(event) => setTitle(event.target.value)}
          />
          {playable.length > 1 && (
            <SelectField
              label="Shown first, and large"
              value={first ?? ''}
              disabled={first === undefined}
              options={playable
                .filter(({ id }) => chosen.includes(id))
                .map((video) => [video.id, video.title || 'Untitled video'])}
              onChange={(event) => setHero(event.target.value)}
            />
          )}
          <ul aria-label="Webinars to publish" className="grid grid-cols-1 gap-1">
            {playable.length > 1 && (
              <li>
                <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 text-sm hover:bg-sunken">
                  <input
                    type="checkbox"
                    ref={(box) => {
                      if (box) box.indeterminate = chosen.length > 0 && chosen.length < playable.length;
                    }}
                    checked={chosen.length === playable.length}
                    onChange={({ target }) => setChanged(new Map(playable.map(({ id }) => [id, target.checked])))}
                    className="size-4 shrink-0 accent-accent"
                  />
                  All {playable.length}
                </label>
              </li>
            )}
            {playable.map(({ id, title, title_from, duration, thumbnail, steps }) => (
              <li key={id}>
                <label className="flex min-h-12 cursor-pointer wrap-anywhere items-center gap-3 rounded-md px-2 py-1.5 hover:bg-sunken">
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    onChange={({ target }) => setChanged(new Map(changed).set(id, target.checked))}
                    className="size-4 shrink-0 accent-accent"
                  />
                  {thumbnail ? (
                    <img src={thumbnail} alt="" className="h-9 w-16 shrink-0 rounded-sm object-cover" />
                  ) : (
                    <span className="h-9 w-16 shrink-0 rounded-sm bg-sunken" />
                  )}
                  <span className="min-w-0 flex-1 text-sm">
                    <span className="line-clamp-2">{title || 'Untitled video'}</span>
                    {(isCodeName(title) || title_from) && (
                      <span className="block font-medium text-brass">
                        Visitors will read this title:{' '}
                        {title_from ? sources[title_from] : 'it looks like the name of a file'}.
                      </span>
                    )}
                    {!hasFinishedRequiredSteps(steps) && <span className="block text-soft">Not fully processed</span>}
                  </span>
                  <span className="text-xs text-soft tabular-nums">{formatDuration(duration)}</span>
                </label>
              </li>
            ))}
            {playable.length === 0 && <li className="py-3 text-soft">There is no video to publish yet.</li>}
          </ul>
        </div>
      ) : error ? (
        <Failure query={{ error, isFetching, refetch }} />
      ) : (
        <LoadingPlaceholder>
          <Skeleton className="h-40" />
        </LoadingPlaceholder>
      )}
    </Dialog>
  );
}
