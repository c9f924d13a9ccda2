import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Comment, type Program, parseSync, Visitor } from 'oxc-parser';

/**
 * Counts names, test titles, comments and commit subjects that break the rules. Ends with 1 and prints them, when a
 * rule exceeds its limit; limits only fall.
 */
const root = join(import.meta.dirname, '..');

/** Commits from before this time keep their subjects. */
const subjectsSince = '2026-11-28T18:00:00Z';

const limits = { files: 0, exports: 0, titles: 0, openings: 0, comments: 0, subjects: 0 } as const;
type Rule = keyof typeof limits;

const vagueFile =
  /(^|-)(told|of-late|here|there|abroad|again|anew|wish|taken|served|made|kept|asked|said|worth|caught|coming)(-|\.|$)/;
const participle = /^(?!is|has|can|use)[a-z]+(ed|en|Again|Here|There|Beside|Ahead|Further|Apart|Anew|Late)$/;
/** Verbs that only look like participles. */
const verbs: ReadonlySet<string> = new Set(['shorten', 'listen', 'oembed']);
const titleOpening =
  /^(is|are|was|were|has|have|had|of|by|what|who|whom|whoever|where|that|which|it|they|with|without|in|on|at|to|for|from|as|also)\b/i;
const titleWord = /\b(nobody|whoever|whatever|somebody|that of)\b/i;
const longestTitle = 100;
const commentOpening = /^(What|Who|Whoever|Whatever|Of|That|Those|Whose|Whom)\b/;
const longestComment = 30;
const longestSubject = 72;

const found: Record<Rule, string[]> = { files: [], exports: [], titles: [], openings: [], comments: [], subjects: [] };

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\n').filter(Boolean);

type File = { path: string; source: string };

const placeIn = ({ path, source }: File, offset: number): string =>
  `${path}:${source.slice(0, offset).split('\n').length}`;

function checkComments(file: File, comments: readonly Comment[]): void {
  for (const { start, value } of comments) {
    const text = value
      .replace(/\s*\n\s*\*?\s?/g, ' ')
      .replace(/^\*/, '')
      .trim();
    const place = placeIn(file, start);
    if (commentOpening.test(text)) found.openings.push(`${place} ${text.slice(0, 80)}`);
    const words = text.split(/\s+/).length;
    if (words > longestComment) found.comments.push(`${place} ${words} words`);
  }
}

function checkExports(file: File, { body }: Program): void {
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
    const names =
      declared?.type === 'VariableDeclaration'
        ? declared.declarations.map(({ id }) => id)
        : declared?.type === 'FunctionDeclaration'
          ? [declared.id]
          : [];
    for (const id of names)
      if (id?.type === 'Identifier' && participle.test(id.name) && !verbs.has(id.name))
        found.exports.push(`${placeIn(file, id.start)} ${id.name}`);
  }
}

function checkTitles(file: File, program: Program): void {
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const called = callee.type === 'MemberExpression' ? callee.object : callee;
      if (called.type !== 'Identifier' || !/^(?:it|test|itInFullRun)$/.test(called.name)) return;
      if (title?.type !== 'Literal' && title?.type !== 'TemplateLiteral') return;
      const text = file.source.slice(title.start + 1, title.end - 1);
      if (titleOpening.test(text) || titleWord.test(text) || text.length > longestTitle)
        found.titles.push(`${placeIn(file, title.start)} ${text}`);
    },
  }).visit(program);
}

for (const path of git('ls-files', '*.ts', '*.tsx', ':!client/src/api-types.d.ts')) {
  if (vagueFile.test(basename(path).replace(/\.(?:(?:test|thread|child|job|step)\.)?tsx?$/, '')))
    found.files.push(path);
  const file = { path, source: readFileSync(join(root, path), 'utf8') };
  const { program, comments } = parseSync(path, file.source);
  checkComments(file, comments);
  checkExports(file, program);
  if (/\.test\.tsx?$/.test(path)) checkTitles(file, program);
}
found.subjects.push(
  ...git('log', '--no-merges', `--since=${subjectsSince}`, '--format=%h %s').filter(
    (line) => line.slice(line.indexOf(' ') + 1).length > longestSubject,
  ),
);

for (const [rule, limit] of Object.entries(limits) as [Rule, number][]) {
  const hits = found[rule];
  console.log(`${rule}: ${hits.length} of ${limit}`);
  if (hits.length <= limit && !process.argv.includes('--list')) continue;
  for (const hit of hits) console.log(`  ${hit}`);
  if (hits.length > limit) process.exitCode = 1;
}
