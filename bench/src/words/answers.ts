import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeOutline } from '@lectern/chaptering/draft/complete-outline';
import { findChapterFault, findTextFaults, readForModel } from '@lectern/chaptering/draft/find-draft-faults';
import { type Talk, readTalks } from '@lectern/chaptering/train/talks';
import { draftOfAnswer } from '@lectern/server/features/outline/draft-outline';

const careless = ['careless-1', 'careless-2', 'careless-3'] as const;

async function readAnswer(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as unknown;
}

/** Completes an answer before anything is asked anew, and says why parts of it do not reach the page. */
function judgeAnswer({ cues, duration }: Talk, answer: unknown) {
  const draft = { ...draftOfAnswer(answer), silent: [] };
  const { lines, boundaries } = readForModel(cues, { duration });
  const subjects = boundaries.length + 1;
  const refused =
    findChapterFault(draft.chapters, { lines, subjects, seconds: duration }) ??
    `${findTextFaults(cues, { duration }, draft).length} texts`;
  const outline = completeOutline(cues, { duration }, draft, { quotes: 3 });
  const quotes = outline.chapters.flatMap((chapter) => chapter.quotes.map(({ quote }) => quote));
  const texts = [outline, ...outline.chapters].flatMap(({ title, summary }) => [title, summary]);
  return { draft, refused, outline, quotes, shown: [...texts, outline.description, ...quotes] };
}

/** Tells what reaches the page of answers by hand; `false.json` names what is false or empty in the careless ones. */
export async function judgeAnswers(folder: string, data: string): Promise<string> {
  const talks = new Map(readTalks(data).map((talk) => [talk.id, talk]));
  const rows = [
    '| talk | answer | chapters | titles | quotes | refused | false or empty, shown of told |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const id of (await readdir(folder)).sort()) {
    const talk = talks.get(id);
    if (!talk) throw new Error(`${id} is not in ${data}.`);
    const told = (await readAnswer(join(folder, id), 'false')) as Record<string, string[]>;
    for (const name of ['careful', ...careless]) {
      const { draft, refused, outline, quotes, shown } = judgeAnswer(talk, await readAnswer(join(folder, id), name));
      const titles = draft.chapters.filter(({ title }) => outline.chapters.some((each) => each.title === title)).length;
      const named = draft.chapters.flatMap((chapter) => chapter.quotes).length;
      const lies = told[name]?.filter((lie) => lie.length > 3) ?? [];
      const leaks = lies.filter((lie) => shown.some((text) => text.includes(lie)));
      rows.push(
        `| ${id} | ${name} | ${draft.chapters.length} → ${outline.chapters.length} | ${titles} | ${named} → ${quotes.length} | ${refused} | ${leaks.length} of ${lies.length}${leaks.map((leak) => `; “${leak}”`).join('')} |`,
      );
    }
  }
  return rows.join('\n');
}
