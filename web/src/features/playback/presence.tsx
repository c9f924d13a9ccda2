import { type EditField, historyRoutes } from '@lectern/contract/editing/history';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../session/call.ts';
import { videoKey } from '../../session/video-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Milliseconds between two looks at who is there, while the page is seen. */
const interval = 10_000;

type Watched = Pick<VideoDetail, 'id' | 'uploadId' | 'last_edit'>;

/** Others at a recording, and what they have changed that the page does not show. Nobody asks where one works alone. */
function usePresence({ id, last_edit: since }: Watched) {
  const { data } = useQuery({
    queryKey: ['presence', id, since],
    enabled: since !== null,
    queryFn: async ({ signal }) =>
      (await call(historyRoutes.presence, { passthrough: id, since: since ?? 0 }, { signal })).data,
    refetchInterval: interval,
    retry: false,
    gcTime: 0,
    placeholderData: (before) => before && { ...before, changes: [] },
  });
  return data ?? { people: [], changes: [] };
}

const words: Readonly<Record<EditField, string>> = {
  title: 'the title',
  description: 'the description',
  summary: 'the summary',
  chapter_title: 'the chapters',
  chapter_summary: 'the chapters',
  chapter_quotes: 'the chapters',
  chapters: 'the chapters',
  outline: 'the chapters',
  cue: 'the transcript',
  speaker: 'the speakers',
};

const sentence = ({ by, fields }: { by: string | null; fields: readonly EditField[] }): string => {
  const what = new Intl.ListFormat('en').format(new Set(fields.map((field) => words[field])));
  return `${by ?? 'Somebody'} changed ${what}.`;
};

/** Whether somebody writes in a field of the page. */
function useIsWriting(): boolean {
  const [writing, setWriting] = useState(false);
  useEffect(() => {
    const look = (): void => setWriting(document.activeElement?.matches('textarea, input:not([type=range])') === true);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
    };
  }, []);
  return writing;
}

const initial = (name: string): string => /^./u.exec(name)?.[0] ?? '';

/** Shows who else is at a recording, and offers what they have changed; never while somebody writes here. */
export function Presence({ video }: { video: Watched }) {
  const queries = useQueryClient();
  const { people, changes } = usePresence(video);
  const writing = useIsWriting();
  return (
    <>
      {people.length > 0 && (
        <ul aria-label="Also here" className="flex gap-1">
          {people.map(({ id, firstname, lastname }) => (
            <li
              key={id}
              title={`${firstname} ${lastname}`}
              className="grid size-7 place-items-center rounded-full border border-edge bg-sunken text-xs font-medium"
            >
              <span aria-hidden>{initial(firstname) + initial(lastname)}</span>
              <span className="sr-only">{`${firstname} ${lastname}`}</span>
            </li>
          ))}
        </ul>
      )}
      {changes.length > 0 && !writing && (
        <Notice>
          <div className="-my-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p>{changes.map(sentence).join(' ')}</p>
            <Button
              look="secondary"
              size="sm"
              onClick={() => void queries.invalidateQueries({ queryKey: videoKey(video.uploadId) })}
            >
              Show
            </Button>
          </div>
        </Notice>
      )}
    </>
  );
}
