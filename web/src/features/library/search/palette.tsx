import { createTextMatcher } from '@lectern/contract/rules/folded-text';
import { buildMomentQuery } from '@lectern/contract/rules/start-time';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { type Moment, videoRoutes } from '@lectern/contract/videos/videos';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { libraryQuery, nextQuery } from '../library-query.ts';
import { call } from '../../../session/call.ts';
import { useMember } from '../../../session/stored-session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Item, SearchList } from '../../../ui/search-list.tsx';
import { excerpt } from './excerpt.ts';
import { useMoments, useOwnersQuote } from './use-moments.ts';

/** A page one can go to or a thing one can do; `detail` says which. */
export type Command = { id: string; label: string; detail: string; run: () => void };

type Entry = Item & { run: () => void };

/** Videos shown before anything is typed, and at most. */
const mostVideos = 6;

const fields: Readonly<Record<Moment['field'], string>> = {
  chapter: 'Chapter',
  summary: 'Summary',
  quote: 'Quote',
  transcript: 'Said',
  slide: 'Slide',
  highlight: 'Highlight',
};

/** Finds videos, moments, pages and actions while one types; opens with Ctrl/Cmd+K and `/`. */
export default function Palette({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { id: userId } = useMember();
  const navigate = useNavigate();
  const isFound = createTextMatcher(query);
  const { data: newest = [] } = useQuery({ ...libraryQuery(userId), staleTime: 10_000 });
  const { data: next = null } = useQuery(nextQuery);
  const keyword = useDeferredValue(query.trim());
  const { data: found = [] } = useMoments(keyword);
  const ownersQuote = useOwnersQuote();
  const { data: named = [] } = useQuery({
    queryKey: ['search', keyword],
    queryFn: async ({ signal }) => (await call(videoRoutes.search, { userId, keyword }, { signal })).data,
    // The titles of the newest are here already.
    enabled: next !== null && keyword.length > 1,
  });
  const videos = [...newest, ...named.filter(({ id }) => !newest.some((video) => video.id === id))];
  const go = (address: string) => (): void => void navigate(address);
  const entries: Entry[] = [
    ...videos
      .filter(({ title }) => isFound(title))
      .slice(0, mostVideos)
      .map(({ uploadId, title, duration }) => ({
        id: uploadId,
        label: title,
        detail: `Video · ${formatDuration(duration)}`,
        run: go(`/asset/${uploadId}`),
      })),
    ...commands.filter(({ label }) => isFound(label)),
    ...(query.trim().length > 1 ? found : []).flatMap(({ uploadId, title, moments }) =>
      moments.map(({ field, text, start, is_public }, n) => ({
        id: `${uploadId} ${n}`,
        label: excerpt(text, query.trim()),
        detail: `${is_public === false ? ownersQuote : fields[field]} · ${title} · ${formatDuration(start)}`,
        run: go(`/asset/${uploadId}${buildMomentQuery(start, query.trim(), field)}`),
      })),
    ),
  ];
  return (
    <Dialog open onClose={onClose} title="Search and go to">
      <SearchList
        label="Find a video, a moment, a page or an action"
        query={query}
        onQuery={setQuery}
        items={entries}
        empty="Nothing was found."
        onChoose={({ run }) => {
          onClose();
          run();
        }}
      />
    </Dialog>
  );
}
