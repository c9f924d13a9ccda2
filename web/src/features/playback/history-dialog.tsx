import { type Edit, historyRoutes, type KeptOutline } from '@lectern/contract/editing/history';
import { outlineRoutes } from '@lectern/contract/outline/outlines';
import { formatDuration } from '@lectern/contract/rules/timecode';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call, attempt } from '../../session/call.ts';
import { Failure } from '../../session/not-loaded.tsx';
import { changeVideo } from '../../session/video-cache.ts';
import { Button } from '../../ui/button.tsx';
import { momentInWords } from '../../ui/date-in-words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { LoadingPlaceholder, Skeleton } from '../../ui/page-placeholder.tsx';
import { toast } from '../../ui/toast.tsx';
import { Replaced } from './replaced-text.tsx';
import { useUndoEdit } from './use-undo-edit.ts';

type HistoryDialogProps = { video: VideoDetail; onClose: () => void };

const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }): string => `${firstname} ${lastname}`;

/** Shows who changed which text of a recording, and takes single changes back. */
export default function HistoryDialog({ video, onClose }: HistoryDialogProps) {
  const [person, setPerson] = useState('');
  const asked = useInfiniteQuery({
    queryKey: ['history', video.id, person],
    queryFn: async ({ signal, pageParam }) => {
      const filter = { ...(person === '' ? {} : { person }), ...(pageParam === null ? {} : { before: pageParam }) };
      return (await call(historyRoutes.history, { passthrough: video.id, ...filter }, { signal })).data;
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // Each opening shows what is new.
    gcTime: 0,
  });
  const pages = asked.data?.pages;
  const [first] = pages ?? [];
  return (
    <Dialog open wide onClose={onClose} title="History" description="Who changed which text, newest first.">
      {first && pages ? (
        <div className="grid gap-4 pb-4">
          {(first.people.length > 1 || person !== '') && (
            <SelectField
              label="Person"
              value={person}
              options={[['', 'Everybody'], ...first.people.map((each) => [each.id, nameOf(each)] as const)]}
              onChange={({ target }) => setPerson(target.value)}
            />
          )}
          <Entries
            video={video}
            edits={pages.flatMap(({ edits }) => edits)}
            outlines={person === '' ? first.outlines : []}
            whole={!asked.hasNextPage}
          />
          {asked.hasNextPage && (
            <Button look="secondary" busy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
              Show earlier changes
            </Button>
          )}
        </div>
      ) : asked.error ? (
        <Failure query={asked} />
      ) : (
        <LoadingPlaceholder>
          <Skeleton className="h-40" />
        </LoadingPlaceholder>
      )}
    </Dialog>
  );
}

type EntriesProps = {
  video: VideoDetail;
  edits: readonly Edit[];
  outlines: readonly KeptOutline[];
  /** Whether no earlier edits are left to load. */
  whole: boolean;
};

function Entries({ video, edits, outlines, whole }: EntriesProps) {
  const oldest = edits.at(-1)?.at;
  const shown = outlines.filter(({ at }) => whole || oldest === undefined || at >= oldest);
  const entries = [
    ...edits.map((edit) => ({ at: edit.at, key: `edit ${edit.id}`, content: <EditEntry video={video} edit={edit} /> })),
    ...shown.map((outline) => ({
      at: outline.at,
      key: `outline ${outline.at}`,
      content: <OutlineEntry video={video} outline={outline} />,
    })),
  ].toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  if (entries.length === 0) return <p className="text-soft">Nobody has changed a text of this recording yet.</p>;
  return (
    <ol className="grid divide-y divide-line border-y border-line">
      {entries.map(({ key, content }) => (
        <li key={key} className="py-4">
          {content}
        </li>
      ))}
    </ol>
  );
}

type EntryProps = { title: string; at: string; action?: ReactNode; children?: ReactNode };

const Entry = ({ title, at, action, children }: EntryProps) => (
  <div className="grid gap-2">
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div>
        <h3 className="font-sans text-sm font-semibold tracking-normal">{title}</h3>
        <p className="text-xs text-soft tabular-nums">{momentInWords(at)}</p>
      </div>
      {action}
    </div>
    {children}
  </div>
);

const outlineActs: Readonly<Record<string, string>> = {
  chapters: 'asked for new chapters',
  summary: 'asked for a new summary',
  redrawn: 'divided the recording into different chapters',
  restored: 'brought earlier texts back',
  redone: 'brought later texts back',
};

/** Says in a sentence what somebody has done. */
function act({ field, cue_start: at, after, chapter_id: chapter }: Edit, { chapters }: VideoDetail): string {
  const title = chapters.find(({ id }) => id === chapter)?.title;
  const of = title === undefined ? 'a chapter' : `the chapter “${title}”`;
  switch (field) {
    case 'title':
    case 'description':
    case 'summary':
      return `changed the ${field}`;
    case 'chapter_title':
      return 'changed the title of a chapter';
    case 'chapter_summary':
      return `changed the summary of ${of}`;
    case 'chapter_quotes':
      return `changed the quotes of ${of}`;
    case 'chapters':
      return 'changed where chapters begin';
    case 'outline':
      return outlineActs[after] ?? 'changed the chapters';
    case 'cue':
      return `changed the line at ${formatDuration(at ?? 0)}`;
    case 'speaker':
      return 'renamed a speaker';
  }
}

const quotesIn = (json: string): string =>
  (JSON.parse(json) as { quote: string }[]).map(({ quote }) => `“${quote}”`).join('\n');

function EditEntry({ video, edit }: { video: VideoDetail; edit: Edit }) {
  const undo = useUndoEdit(video);
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { field, by, at, before, after } = edit;
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      await undo(edit);
      toast.success('The text before is back.');
      await queries.invalidateQueries({ queryKey: ['history', video.id] });
    });
    setBusy(false);
  };
  const show = field === 'chapter_quotes' ? quotesIn : (text: string) => text;
  return (
    <Entry
      title={`${by ? nameOf(by) : 'A former member'} ${act(edit, video)}`}
      at={at}
      action={
        field !== 'outline' &&
        field !== 'chapters' && (
          <Button look="secondary" size="sm" busy={busy} onClick={() => void takeBack()}>
            Undo
          </Button>
        )
      }
    >
      {field !== 'outline' && <Replaced before={show(before)} after={show(after)} />}
    </Entry>
  );
}

const replaced: Readonly<Record<KeptOutline['kind'], string>> = {
  chapters: 'New chapters were written',
  summary: 'A new summary was written',
  redrawn: 'The recording was divided into different chapters',
  titled: 'The chapters took the titles of the slides',
};

function OutlineEntry({ video, outline: { at, kind, restored } }: { video: VideoDetail; outline: KeptOutline }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const swap = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      const wish = { passthrough: video.id, at, restored: !restored, earlier: true };
      await changeVideo(
        queries,
        video,
        () => call(outlineRoutes.restore, wish),
        ({ data }) => data,
      );
      toast.success(restored ? 'The later texts are back.' : 'The texts before are back.');
      await queries.invalidateQueries({ queryKey: ['history', video.id] });
      void queries.invalidateQueries({ queryKey: ['videos'] });
    });
    setBusy(false);
  };
  return (
    <Entry
      title={replaced[kind]}
      at={at}
      action={
        <Button look="secondary" size="sm" busy={busy} onClick={() => void swap()}>
          {restored ? 'Bring the later texts back' : 'Bring the texts before back'}
        </Button>
      }
    />
  );
}
