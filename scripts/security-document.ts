import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Checks `docs/security.csv`: it answers every requirement of ASVS 5.0.0, level 2, once, and names tests of the gate
 * that exist. Exits 1 and prints a line for each fault.
 */
const root = join(import.meta.dirname, '..');
const wrong: string[] = [];

/** The fields of a line of CSV: those in double quotes may hold commas, and quotes twice. */
function fieldsOf(line: string): string[] {
  if (!/^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/.test(line)) wrong.push(`no line of CSV: ${line}`);
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
}

const [header, ...rows] = readFileSync(join(root, 'docs/security.csv'), 'utf8').trimEnd().split('\n').map(fieldsOf);

/** The tests that a row names: their files, and their titles where it gives them. */
const testsOf = (cell: string): { file: string; title: string | undefined }[] =>
  [...cell.matchAll(/`([\w./-]+\.test\.ts)`(?: › (.+?))?(?=, `|$)/g)].map(([, file, title]) => ({
    file: file!,
    title,
  }));

/**
 * Number of level 1 and 2 requirements per ASVS 5.0.0 section, numbered from 1 without gaps
 * (https://github.com/OWASP/ASVS/tree/master/5.0). Chapter 17 does not apply.
 */
const sections: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
};

/** '3.3.1 – 3.3.4' and '1.2.6, 1.2.7' as single requirements. */
const requirementsOf = (cell: string): string[] =>
  cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' – ');
    const [section, from] = [first.replace(/\.\d+$/, ''), Number(first.split('.').at(-1))];
    return Array.from({ length: Number(last.split('.').at(-1)) - from + 1 }, (_, n) => `${section}.${from + n}`);
  });

const expected = Object.entries(sections).flatMap(([chapter, counts]) =>
  counts.flatMap((count, n) => Array.from({ length: count }, (_, at) => `${chapter}.${n + 1}.${at + 1}`)),
);
if (header?.join() !== 'requirement,how,shown by') wrong.push(`the header is ${header?.join()}`);
const answered = rows.flatMap(([cell = '']) => requirementsOf(cell));
for (const requirement of expected) if (!answered.includes(requirement)) wrong.push(`${requirement} is not answered`);
for (const [n, requirement] of answered.entries())
  if (!expected.includes(requirement) || answered.indexOf(requirement) !== n)
    wrong.push(`${requirement} is no requirement, or is answered twice`);

let named = 0;
for (const row of rows) {
  const [requirement = '', how = '', shownBy = ''] = row;
  if (row.length !== 3 || how === '') wrong.push(`${requirement}: a row has three cells, and says how`);
  const tests = testsOf(shownBy);
  named += tests.length;
  const isLeftOut = tests.map(({ file, title }) => {
    if (!existsSync(join(root, file))) {
      wrong.push(`${requirement}: there is no ${file}`);
      return false;
    }
    const source = readFileSync(join(root, file), 'utf8');
    if (title !== undefined && !source.includes(`'${title}'`)) wrong.push(`${requirement}: no test ${file} › ${title}`);
    if (title === undefined && [...source.matchAll(/^ *(?:it|test|itInFullRun)\(/gm)].length > 5)
      wrong.push(`${requirement}: ${file} has more than five tests, say which`);
    return source.startsWith('// full: ') || (title !== undefined && source.includes(`itInFullRun('${title}'`));
  });
  if (tests.length > 0 && isLeftOut.every(Boolean)) wrong.push(`${requirement}: only the full run holds its tests`);
}
if (named <= 100) wrong.push(`only ${named} tests are named`);
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
