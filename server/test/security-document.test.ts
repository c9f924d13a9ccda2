import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** The fields of a line of CSV: those in double quotes may hold commas, and quotes twice. */
function fieldsOf(line: string): string[] {
  assert.match(line, /^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/, `no line of CSV: ${line}`);
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
}

const [header, ...rows] = readFileSync(join(root, 'docs/security.csv'), 'utf8').trimEnd().split('\n').map(fieldsOf);

/** The tests that a row names: their files, and their titles where it gives them. */
const testsOf = (row: readonly string[]): RegExpMatchArray[] => [
  ...row[2]!.matchAll(/`([\w./-]+\.test\.ts)`(?: › (.+?))?(?=, `|$)/g),
];

/**
 * Number of level 1 and 2 requirements per ASVS 5.0.0 section, numbered from 1 without gaps
 * (https://github.com/OWASP/ASVS/tree/master/5.0). Chapters 10 and 17 do not apply.
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

/** Whether only the full run holds a test file, or the test of this title in it. */
function isLeftOut(file: string, test: string | undefined): boolean {
  const source = readFileSync(join(root, file), 'utf8');
  return source.startsWith('// full: ') || (test !== undefined && source.includes(`itInFullRun('${test}'`));
}

describe('the document of security', () => {
  it('answers every requirement of ASVS 5.0.0, level 2, once', () => {
    const expected = Object.entries(sections).flatMap(([chapter, counts]) =>
      counts.flatMap((count, n) => Array.from({ length: count }, (_, at) => `${chapter}.${n + 1}.${at + 1}`)),
    );
    assert.deepEqual(header, ['requirement', 'how', 'shown by']);
    for (const row of rows)
      assert.ok(row.length === 3 && /^\d+\.[\d., –]+$/.test(row[0]!) && row[1] !== '', row.join());
    const answered = rows.flatMap(([cell]) => requirementsOf(cell!));
    assert.deepEqual(answered.toSorted(), expected.toSorted());
  });

  it('names a test of the gate for every answer that it names tests for', () => {
    const onlyFull = rows.filter((row) => {
      const named = testsOf(row);
      return named.length > 0 && named.every(([, file = '', test]) => isLeftOut(file, test));
    });
    assert.deepEqual(onlyFull, []);
  });

  it('names tests that exist', () => {
    const named = rows.flatMap(testsOf);
    assert.ok(named.length > 100);
    for (const [, file = '', test] of named) {
      assert.ok(existsSync(join(root, file)), file);
      const source = test === undefined ? '' : readFileSync(join(root, file), 'utf8');
      if (test !== undefined) assert.ok(source.includes(`'${test}'`), `${file} › ${test}`);
    }
  });

  it('says which test it is, where a file has more than five', () => {
    const unnamed = rows.flatMap((row) =>
      testsOf(row).flatMap(([, file = '', title]) => {
        if (title !== undefined) return [];
        const tests = readFileSync(join(root, file), 'utf8').match(/^ *(?:it|test|itInFullRun)\(/gm) ?? [];
        return tests.length > 5 ? [`${row[0]}: ${file}`] : [];
      }),
    );
    assert.deepEqual(unnamed, []);
  });
});
