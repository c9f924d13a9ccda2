import { clsx } from 'clsx';
import { buildMomentQuery } from '@lectern/contract/rules/start-time';
import type { RewriteOccurrence } from '@lectern/contract/editing/rewrites';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { Fragment, useMemo } from 'react';
import { Link } from 'react-router';
import { changedParts, isReplacedPart } from './changed-parts.ts';
import { fieldNames } from './format-rewrite.ts';

/** Explains an occurrence's state where it is not plain. */
const fates: Partial<Record<RewriteOccurrence['state'], string>> = {
  passed: 'Changed somewhere else: left as it is.',
  kept: 'Edited since: left as it is.',
  undone: 'Undone.',
};

type PlaceRowProps = {
  place: RewriteOccurrence;
  /** Undefined where nothing can be chosen any more. */
  onChoose: ((wanted: boolean) => void) | undefined;
};

/** A place: what it reads and would read, where it is, and whether it is wanted. */
export function OccurrenceRow({ place, onChoose }: PlaceRowProps) {
  const { passthrough, field, start, before, after, wanted, state, at } = place;
  const parts = useMemo(() => changedParts(before, after), [before, after]);
  const change = parts.find(isReplacedPart);
  const where = field === 'line' ? formatDuration(start) : `${fieldNames[field]} · ${formatDuration(start)}`;
  const words = (
    <span className="min-w-0">
      {parts.map((part, n) =>
        isReplacedPart(part) ? (
          <Fragment key={n}>
            {part.before !== '' && (
              <del className="text-danger decoration-1">
                <span className="sr-only">instead of </span>
                {part.before}
              </del>
            )}
            {part.before !== '' && part.after !== '' && ' '}
            {part.after !== '' && (
              <ins className="bg-accent-wash font-medium no-underline">
                <span className="sr-only">now </span>
                {part.after}
              </ins>
            )}
          </Fragment>
        ) : (
          part.same
        ),
      )}
    </span>
  );
  return (
    <li className="grid gap-0.5 py-2 [contain-intrinsic-height:auto_4rem] [content-visibility:auto] focus-within:[content-visibility:visible]">
      {onChoose ? (
        <label className="flex min-h-6 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            data-place={at}
            checked={wanted}
            onChange={({ target }) => onChoose(target.checked)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          {words}
        </label>
      ) : (
        <p>{words}</p>
      )}
      <p className={clsx('text-sm text-soft', onChoose && 'ps-7')}>
        <Link
          to={`/asset/${passthrough}${buildMomentQuery(start, (state === 'changed' || state === 'kept' ? change?.after : change?.before) ?? '')}`}
          className="prose-link inline-flex min-h-6 items-center tabular-nums"
        >
          {where}
        </Link>
        {fates[state] && ` · ${fates[state]}`}
        {!onChoose && !wanted && ' · Left out.'}
      </p>
    </li>
  );
}
