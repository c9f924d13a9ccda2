import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findTests } from './levels.ts';
import { findReaching } from './touched.ts';

const root = join(import.meta.dirname, '../..');
const all = findTests(root).map(({ path }) => path);
const reaching = (...files: string[]): string[] => findReaching(root, all, new Set(files));

describe('the tests that a change concerns', () => {
  it('selects the tests that import a changed file directly or indirectly, when they are few', () => {
    const tests = reaching('web/src/player/moments-in.ts').filter((path) => !path.startsWith('e2e/'));
    assert.deepEqual(tests, ['web/src/features/playback/summary-texts.test.ts', 'web/src/player/moments-in.test.ts']);
  });

  it('selects the tests that call the routes of a changed feature, when it serves routes', () => {
    const tests = reaching('server/src/features/playback/clips/make-place.ts');
    assert.ok(tests.includes('server/src/features/playback/clips/clips.test.ts'), tests.join('\n'));
    assert.ok(!tests.includes('server/src/features/transcripts/glossary/glossary.test.ts'), tests.join('\n'));
  });

  it('selects all journeys and no server tests, when a page changes', () => {
    const tests = reaching('web/src/pages/library.tsx');
    assert.deepEqual(
      tests,
      all.filter((path) => path.startsWith('e2e/journeys/')),
    );
  });
});
