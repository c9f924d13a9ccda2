import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { isSignedAhead } from './signing.ts';

it('reports a signature as ahead, when its signed time is, regardless of items before it', () => {
  const now = 1_000_000_000;
  const [present, near, future] = [now / 1000, now / 1000 + 299, now / 1000 + 400];
  deepEqual(
    [
      `t=${present},v1=a`,
      `t=${near},v1=a`,
      `v1=a`,
      `t=${future},v1=a`,
      `t=0,t=${future},v1=a`,
      `v1=a,t=${future}`,
      `t=${future}=x,v1=a`,
      `t=${future},t=${present},v1=a`,
    ].map((header) => isSignedAhead(header, now)),
    [false, false, false, true, true, true, true, false],
  );
});
