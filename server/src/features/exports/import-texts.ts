import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { mostChapters } from '@lectern/contract/rules/longest';
import { mostQuotesKept } from '@lectern/contract/rules/quotes';
import { isDiskFullProblem } from '../../platform/http/problem-of.ts';
import { mostNamed } from './fitted-quotes.ts';
import type { ImportPlan } from './import-archive.ts';

const waits: Partial<Record<ProblemCode, string>> = {
  membership_expired: 'Your membership has expired. The import continues automatically once it is renewed.',
  deactivated: 'This account is deactivated. The import continues automatically once it is active again.',
};

/** Returns the status text of an import while its job waits. */
export function waitText(error: unknown): string | undefined {
  if (isDiskFullProblem(error))
    return 'The server is out of disk space. The import continues automatically as soon as there is room.';
  return error instanceof Problem ? waits[error.code] : undefined;
}

function listOf<T>(all: readonly T[], name: (each: T) => string, count = all.length): string {
  const named = all.slice(0, mostNamed).map(name);
  const more = count - named.length;
  return new Intl.ListFormat('en').format([...named, ...(more > 0 ? [`${more} more`] : [])]);
}

function presentText(present: ImportPlan['present']): string[] {
  const list = listOf(present, ({ title }) => `“${title}”`);
  return told(
    present.length,
    `One video was skipped because it is already in your library: ${list}.`,
    `${present.length} videos were skipped because they are already in your library: ${list}.`,
  );
}

/** Said of so many; of none nothing is. */
const told = (count: number, one: string, more: string): string[] => (count === 0 ? [] : [count === 1 ? one : more]);

const withoutText = (videos: number): string[] =>
  told(
    videos,
    'One video was skipped because the export does not contain its recording.',
    `${videos} videos were skipped because the export does not contain their recordings.`,
  );

const cutText = (texts: number): string[] =>
  told(texts, 'One text was too long and has been shortened.', `${texts} texts were too long and have been shortened.`);

function unsaidText({ count, first }: ImportPlan['unsaid']): string[] {
  const list = listOf(first, ({ quote, chapter }) => `“${quote}” in “${chapter}”`, count);
  return told(
    count,
    `One quote was left out because it is not in the transcript: ${list}. The export still has it.`,
    `${count} quotes were left out because they are not in the transcript: ${list}. The export still has them.`,
  );
}

const unsureText = (quotes: number): string[] =>
  told(
    quotes,
    'One quote could not be proved by the transcript: it is kept, and only you see it until you show it to visitors.',
    `${quotes} quotes could not be proved by the transcript: they are kept, and only you see them until you show them to visitors.`,
  );

function overText(quotes: number): string[] {
  const most = `a chapter can have no more than ${mostQuotesKept}`;
  return told(quotes, `One quote was skipped: ${most}.`, `${quotes} quotes were skipped: ${most}.`);
}

function beyondText(chapters: number): string[] {
  const most = `a video can have no more than ${mostChapters}`;
  return told(chapters, `One chapter was skipped: ${most}.`, `${chapters} chapters were skipped: ${most}.`);
}

function besidesText(names: ImportPlan['besides']): string[] {
  if (names.length === 0) return [];
  const list = listOf(names, (name) => `the ${name}`);
  return [`Only videos are imported. What else the export has (${list}) can be set up by hand.`];
}

/** Contents of an archive that are left out or changed by the import. */
export type Lost = Omit<ImportPlan, 'videos'>;

/** Said of an import that is done; null where all of the archive has come in. */
export const lostText = ({ present, without, cut, unsaid, unsure, over, beyond, besides }: Lost): string | null =>
  [
    ...presentText(present),
    ...withoutText(without),
    ...cutText(cut),
    ...unsaidText(unsaid),
    ...unsureText(unsure),
    ...overText(over),
    ...beyondText(beyond),
    ...besidesText(besides),
  ].join(' ') || null;
