import type { Rewrite, RewriteField } from '@lectern/contract/editing/rewrites';
import { asSentence } from '../../../ui/as-sentence.ts';

export const formatCount = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count.toLocaleString('en')} ${many}`;

export const fieldNames: Readonly<Record<RewriteField, string>> = {
  title: 'Title',
  description: 'Description',
  summary: 'Summary',
  chapter_title: 'Title of a chapter',
  chapter_summary: 'Summary of a chapter',
  line: 'Said',
};

const stops: Readonly<Record<NonNullable<Rewrite['stopped']>, string>> = {
  looking: 'The library scan did not finish.',
  applying: 'Not everything was changed.',
  undoing: 'Not everything was undone.',
};

export function describeRewrite({ state, stopped, places, problem }: Rewrite): string {
  const changed = formatCount(places.changed + places.undone + places.kept, 'occurrence', 'occurrences');
  switch (state) {
    case 'looking':
      return 'Scanning the library.';
    case 'ready':
      return places.all === 0
        ? 'Nothing to change.'
        : `${asSentence(formatCount(places.all, 'occurrence', 'occurrences'))} found, nothing changed yet.`;
    case 'applying':
      return 'Changing the library.';
    case 'applied':
      return (
        `Changed in ${changed}.` +
        (places.passed > 0
          ? ` ${asSentence(formatCount(places.passed, 'occurrence', 'occurrences'))} had been changed in the meantime and stayed unchanged.`
          : '')
      );
    case 'undoing':
      return 'Undoing what was changed.';
    case 'undone':
      return (
        `Undone in ${formatCount(places.undone, 'occurrence', 'occurrences')}.` +
        (places.kept > 0
          ? ` ${asSentence(formatCount(places.kept, 'occurrence', 'occurrences'))} had been edited since and stayed unchanged.`
          : '')
      );
    case 'failed':
      return `${stops[stopped ?? 'looking']} ${problem ?? ''}`.trim();
  }
}
