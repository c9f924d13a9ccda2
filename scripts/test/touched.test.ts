import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findTests } from './levels.ts';
import { findReaching } from './touched.ts';

const root = join(import.meta.dirname, '../..');
const all = findTests(root).map(({ path }) => path);
const reaching = (...files: string[]): string[] => findReaching(root, all, new Set(files));

describe('the tests that a change concerns', () => {
  it('are those that import it, at once or by another file, when few do', () => {
    const tests = reaching('web/src/player/moments-in.ts').filter((path) => !path.startsWith('e2e/'));
    assert.deepEqual(tests, ['web/src/features/playback/summary-texts.test.ts', 'web/src/player/moments-in.test.ts']);
  });

  it('are those that call the routes of its feature, when it serves routes', () => {
    const tests = reaching('server/src/features/playback/clips/make-place.ts');
    assert.ok(tests.includes('server/src/features/playback/clips/clips.test.ts'), tests.join('\n'));
    assert.ok(!tests.includes('server/src/features/transcripts/glossary/glossary.test.ts'), tests.join('\n'));
  });

  it('are all journeys and nothing of the server, when a page changes', () => {
    const tests = reaching('web/src/pages/library.tsx');
    assert.deepEqual(
      tests,
      all.filter((path) => path.startsWith('e2e/journeys/')),
    );
  });
});
