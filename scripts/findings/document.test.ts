import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { all } from './all.ts';

const root = join(import.meta.dirname, '../..');
/** Letter, what it was, the tests, then and today. */
const rows = readFileSync(join(root, 'docs/findings.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]\d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '));

describe('the document of findings', () => {
  it('has a row for every finding that can be seen from outside', () => {
    const run = rows.filter(([letter, , , then]) => /^run(?!,? (?:as|by hand))/.test(then ?? '') && letter);
    assert.deepEqual(new Set(run.map(([letter]) => letter)), new Set(all.map(({ letter }) => letter)));
    assert.ok(rows.length > 0 && rows.every((cells) => cells.length === 5));
  });

  it('names tests that exist', () => {
    const named = rows.flatMap(([, , tests = '']) => [
      ...tests.matchAll(/`([\w./-]+\.test\.ts)`(?: › (.+?))?(?=, `| \(`|$)/g),
    ]);
    assert.ok(named.length > 60);
    for (const [, file = '', test] of named) {
      assert.ok(existsSync(join(root, file)), file);
      const source = readFileSync(join(root, file), 'utf8');
      assert.ok(test === undefined || source.includes(`'${test}'`), `${file} › ${test}`);
    }
  });
});
