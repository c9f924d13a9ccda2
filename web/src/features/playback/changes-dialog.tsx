import { type ComparedChapter, type OutlineChanges, outlineRoutes } from '@lectern/contract/outline/outlines';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { call } from '../../session/call.ts';
import { Failure } from '../../session/not-loaded.tsx';
import { LoadingPlaceholder, Skeleton } from '../../ui/page-placeholder.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Replaced } from './replaced-text.tsx';
import { countChanges } from './count-changes.ts';

type ChangesDialogProps = {
  video: VideoDetail;
  regenerated: NonNullable<VideoDetail['regenerated']>;
  action: ReactNode;
  onClose: () => void;
};

/** Shows the changes of a regeneration: before and after of every text that differs. */
export default function ChangesDialog({ video, regenerated, action, onClose }: ChangesDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['outline-changes', video.id, regenerated.at, regenerated.restored],
    queryFn: async ({ signal }) => (await call(outlineRoutes.changes, { passthrough: video.id }, { signal })).data,
    // Edits change it too.
    gcTime: 0,
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="What changed"
      description={data && countChanges(data)}
      {...(data ? { actions: action } : {})}
    >
      {data ? (
        <Changes changes={data} />
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

const names = {
  title: 'Title',
  description: 'Description',
  summary: 'Summary',
  start: 'Start',
  quotes: 'Quotes',
} as const;

function Changes({ changes: { texts, chapters } }: { changes: OutlineChanges }) {
  return (
    <div
      // A list that scrolls must be reachable by keyboard.
      tabIndex={0}
      role="region"
      aria-label="Changes"
      className="grid gap-6 rounded-sm"
    >
      {texts.map(({ field, before, after }) => (
        <section key={field} className="grid gap-1">
          <h3 className="font-sans text-sm font-semibold tracking-normal">{names[field]} of the video</h3>
          <Replaced before={before} after={after} />
        </section>
      ))}
      {chapters.length > 0 && (
        <ol className="grid divide-y divide-line border-t border-line">
          {chapters.map(({ before, after, fields }) => (
            <li key={`${before?.start} ${after?.start}`} className="grid gap-2 py-4 last:pb-0">
              {before && after ? (
                <>
                  <ChapterHead tag="Changed" chapter={after} />
                  <dl className="grid gap-2">
                    {fields.map((field) => (
                      <div key={field}>
                        <dt className="text-xs text-soft">{names[field]}</dt>
                        <dd>
                          <Replaced before={textOf(before, field)} after={textOf(after, field)} />
                        </dd>
                      </div>
                    ))}
                  </dl>
                </>
              ) : (
                <WholeChapter chapter={(after ?? before)!} added={after !== null} />
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const textOf = (chapter: ComparedChapter, field: keyof ComparedChapter): string =>
  field === 'quotes' ? chapter.quotes.map((quote) => `“${quote}”`).join('\n') : chapter[field];

const tints = {
  Added: 'bg-accent-wash text-accent',
  Removed: 'bg-danger-wash text-danger',
  Changed: 'bg-sunken text-ink',
} as const;

function ChapterHead({ tag, chapter }: { tag: keyof typeof tints; chapter: ComparedChapter }) {
  return (
    <h3 className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 font-sans text-base font-semibold tracking-normal">
      <span className={clsx('rounded-sm px-1.5 py-0.5 text-xs', tints[tag])}>{tag}</span>
      <span className="text-sm font-normal text-soft tabular-nums">{chapter.start}</span>
      {chapter.title}
    </h3>
  );
}

function WholeChapter({ chapter, added }: { chapter: ComparedChapter; added: boolean }) {
  return (
    <>
      <ChapterHead tag={added ? 'Added' : 'Removed'} chapter={chapter} />
      <p className="text-sm text-soft">{chapter.summary}</p>
    </>
  );
}
