import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { isDiskFullProblem, isTemporary, orAway, problemOf } from './problem-of.ts';

const withCode = (code: string): Error => Object.assign(new Error(`an error of the system: ${code}`), { code });

describe('what an error is to people', () => {
  it('reports disk_full, when a file, a quota or PostgreSQL has no room', () => {
    for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
      const error = withCode(code);
      const problem = problemOf(error, 'internal');
      assert.deepEqual([problem.code, problem.status, problem.retryable], ['disk_full', 507, true], code);
      assert.equal(problem.cause, error);
      assert.ok(isDiskFullProblem(error), code);
    }
  });

  it('reports storage_away, when none of its files can be written or its disk is gone', () => {
    for (const [code, syscall] of [
      ['EROFS', 'open'],
      ['ENODEV', 'fsync'],
    ] as const) {
      const problem = problemOf(Object.assign(withCode(code), { syscall }), 'internal');
      assert.deepEqual([problem.code, problem.status], ['storage_away', 503], code);
      assert.ok(isTemporary(problem.cause), code);
    }
  });

  it('reports storage_away, when a file operation fails and the storage takes no other file', async () => {
    const takesNone = { check: () => Promise.reject(withCode('EIO')) };
    const takesOthers = { check: () => Promise.resolve() };
    for (const [code, syscall] of [
      ['EACCES', 'mkdir'],
      ['EPERM', 'rename'],
      ['EIO', 'read'],
      ['ESTALE', 'fsync'],
    ] as const) {
      const error = Object.assign(withCode(code), { syscall });
      const problem = problemOf(await orAway(error, takesNone), 'internal');
      assert.deepEqual([problem.code, problem.status, problem.cause], ['storage_away', 503, error], code);
      assert.ok(isTemporary(problem), code);
      assert.equal(await orAway(error, takesOthers), error, code);
      assert.equal(problemOf(error, 'internal').code, 'internal', code);
      assert.ok(!isTemporary(error), code);
    }
    const program = Object.assign(withCode('EACCES'), { syscall: 'spawn ffmpeg' });
    assert.equal(await orAway(program, takesNone), program);
    assert.equal(problemOf(program, 'internal').code, 'internal');
  });

  it('reports text_too_long, when a length constraint fails, and internal for other constraints', () => {
    const longest = Object.assign(withCode('23514'), { constraint: 'videos_title_longest' });
    const problem = problemOf(longest, 'internal');
    assert.deepEqual([problem.code, problem.status, problem.retryable], ['text_too_long', 400, false]);
    assert.equal(
      problemOf(Object.assign(withCode('23514'), { constraint: 'users_plan_check' }), 'internal').code,
      'internal',
    );
  });

  it('uses the code of the caller, when an error is unforeseen, and keeps an existing Problem', () => {
    assert.equal(problemOf(withCode('53200'), 'media_failed').code, 'media_failed');
    assert.ok(!isDiskFullProblem(withCode('53200')));
    const stated = new Problem('not_media');
    assert.equal(problemOf(stated, 'internal'), stated);
  });
});
