import assert from 'node:assert/strict';
import { CallError } from '@lectern/contract/client';
import { problems, type ProblemCode } from '@lectern/contract/problem';

/** The failure a call ends with; a call that succeeds fails the test. */
export async function expectRefusal(call: Promise<unknown>): Promise<CallError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
  return assert.fail('The call succeeded.');
}

/** A call must end with exactly this problem: its status, its code and its text, or the `detail` said in its place. */
export async function refuses(call: Promise<unknown>, code: ProblemCode, detail?: string): Promise<void> {
  const { status, code: told, msg, body } = await expectRefusal(call);
  const { status: expected, text } = problems[code];
  const bare = typeof body === 'string';
  if (bare) assert.ok(code === 'unauthorized' || code === 'forbidden', body);
  assert.deepEqual(
    { status, code: told, said: bare ? body : msg },
    { status: expected, code: bare ? undefined : code, said: detail ?? text },
  );
}
