import { type LogEntry, type LogFilter, workspaceLogRoutes } from '@lectern/contract/accounts/workspace-log';
import { detailsInWords, logActionNames, logActions } from '@lectern/contract/rules/log-actions';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { NotLoaded } from '../../../session/not-loaded.tsx';
import { attempt, call } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { dateInWords, momentInWords } from '../../../ui/date-in-words.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { saveTextFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.tsx';

/** Names in the page's address. */
const names = { person: 'who', action: 'what', from: 'from', to: 'to' } as const;

/** The moment at which a day begins for the reader, so many days later. */
function beginOf(day: string, later = 0): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const begin = new Date(year, month - 1, date + later);
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(begin.getTime()) ? begin.toISOString() : undefined;
}

/** Reads the filter from the address; anything else in it counts as nothing. */
function filterIn(query: URLSearchParams): LogFilter {
  const [person, from, to] = [names.person, names.from, names.to].map((name) => query.get(name) ?? '');
  const action = logActionNames.find((name) => name === query.get(names.action));
  const [begin, end] = [beginOf(from ?? ''), beginOf(to ?? '', 1)];
  return {
    ...(/^[\da-f-]{36}$/.test(person ?? '') ? { person: person! } : {}),
    ...(action ? { action } : {}),
    ...(begin ? { from: begin } : {}),
    ...(end ? { to: end } : {}),
  };
}

/** Shows who did what in the workspace, and hands it out as a file. */
export default function WorkspaceLog() {
  const [query, setQuery] = useSearchParams();
  const filter = filterIn(query);
  const asked = useInfiniteQuery({
    queryKey: ['workspace-log', filter],
    queryFn: ({ signal, pageParam }) =>
      call(workspaceLogRoutes.log, { ...filter, ...(pageParam === null ? {} : { before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const choose = (name: keyof typeof names, value: string): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(names[name]);
        else next.set(names[name], value);
        return next;
      },
      { replace: true },
    );
  const pages = asked.data?.pages;
  if (!pages) return <NotLoaded query={asked} />;
  const entries = pages.flatMap(({ data }) => data);
  const people = pages[0]?.people ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <SelectField
          label="Who"
          value={filter.person ?? ''}
          options={[['', 'Everybody'], ...people.map(({ id, name }) => [id, name] as const)]}
          onChange={({ target }) => choose('person', target.value)}
        />
        <SelectField
          label="What"
          value={filter.action ?? ''}
          options={[['', 'Everything'], ...logActionNames.map((name) => [name, logActions[name]] as const)]}
          onChange={({ target }) => choose('action', target.value)}
        />
        <Field
          label="From"
          type="date"
          value={query.get(names.from) ?? ''}
          onChange={({ target }) => choose('from', target.value)}
        />
        <Field
          label="To"
          type="date"
          value={query.get(names.to) ?? ''}
          onChange={({ target }) => choose('to', target.value)}
        />
      </div>
      {entries.length > 0 ? (
        <ol aria-label="Log" className="grid divide-y divide-line border-y border-line">
          {entries.map((entry) => (
            <li key={entry.id} className="py-3">
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="text-soft">
            {isFiltered ? 'Nothing in the log fits these choices.' : 'Nothing has been done here yet.'}
          </p>
          {isFiltered && (
            <Button look="secondary" onClick={() => setQuery({ part: 'log' }, { replace: true })}>
              Show everything
            </Button>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {asked.hasNextPage && (
          <Button look="secondary" busy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
            Show earlier entries
          </Button>
        )}
        {entries.length > 0 && <SaveLog filter={filter} />}
      </div>
    </div>
  );
}

const doers: Readonly<Record<LogEntry['via'], string>> = {
  session: 'A former member',
  key: 'A key of a former member',
  provider: 'Single sign-on',
  administrator: 'An administrator of this service',
};

function Entry({ entry: { at, actor, via, action, detail, network } }: { entry: LogEntry }) {
  const details = detailsInWords(detail, dateInWords);
  return (
    <div className="grid gap-x-6 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <p className="text-sm text-soft tabular-nums">{momentInWords(at)}</p>
      <div className="grid gap-0.5">
        <p className="font-medium">{logActions[action]}</p>
        {details.length > 0 && <p className="text-sm wrap-anywhere">{details.join(' · ')}</p>}
        <p className="text-sm wrap-anywhere text-soft">
          {actor || (action === 'plan.changed' && via === 'provider' ? 'The payment provider' : doers[via])}
          {network !== null && ` · ${network}`}
        </p>
      </div>
    </div>
  );
}

function SaveLog({ filter }: { filter: LogFilter }) {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      const { name, csv, complete } = await call(workspaceLogRoutes.file, filter);
      saveTextFile(name, csv, 'text/csv');
      if (!complete) toast.info('The file has the newest 50,000 entries. Choose a shorter time for the others.');
    });
    setBusy(false);
  };
  return (
    <Button look="secondary" busy={busy} onClick={() => void save()}>
      <Download aria-hidden />
      Save as CSV
    </Button>
  );
}
