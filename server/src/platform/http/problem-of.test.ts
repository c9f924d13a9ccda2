import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { isDiskFullProblem, isTemporary, orAway, problemOf } from './problem-of.ts';

const withCode = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`an error of the system: ${code}`), { code, ...more });

describe('what an error is to people', () => {
  for (const [what, error, code, status, temporary] of [
    ['a file has no room', withCode('ENOSPC'), 'disk_full', 507, true],
    ['a quota has no room', withCode('EDQUOT'), 'disk_full', 507, true],
    ['PostgreSQL has no room', withCode('53100'), 'disk_full', 507, true],
    ['none of its files can be written', withCode('EROFS', { syscall: 'open' }), 'storage_away', 503, true],
    ['its disk is gone', withCode('ENODEV', { syscall: 'fsync' }), 'storage_away', 503, true],
    ['a text is too long', withCode('23514', { constraint: 'videos_title_longest' }), 'text_too_long', 400, false],
    ['another rule is broken', withCode('23514', { constraint: 'users_plan_check' }), 'internal', 500, false],
    ['nobody foresaw it', withCode('53200'), 'internal', 500, false],
  ] as const)
    it(`reports ${code}, when ${what}`, () => {
      const problem = problemOf(error, 'internal');
      assert.deepEqual([problem.code, problem.status, problem.cause], [code, status, error]);
      assert.deepEqual([isTemporary(error), isDiskFullProblem(error)], [temporary, code === 'disk_full']);
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
      const error = withCode(code, { syscall });
      const problem = problemOf(await orAway(error, takesNone), 'internal');
      assert.deepEqual([problem.code, problem.cause, isTemporary(problem)], ['storage_away', error, true], code);
      assert.equal(await orAway(error, takesOthers), error, code);
      assert.deepEqual([problemOf(error, 'internal').code, isTemporary(error)], ['internal', false], code);
    }
    const program = withCode('EACCES', { syscall: 'spawn ffmpeg' });
    assert.equal(await orAway(program, takesNone), program);
  });

  it('uses the code of the caller, when an error is unforeseen, and keeps an existing Problem', () => {
    assert.equal(problemOf(withCode('53200'), 'media_failed').code, 'media_failed');
    const stated = new Problem('not_media');
    assert.equal(problemOf(stated, 'internal'), stated);
  });
});
