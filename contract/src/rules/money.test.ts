import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { inMoney } from './money.ts';

it('an amount is told in its own currency, whatever its smallest unit is', () => {
  deepEqual(
    [inMoney(500), inMoney(700, 'eur'), inMoney(700, 'jpy'), inMoney(1500, 'kwd'), inMoney(0)],
    ['$5.00', '€7.00', '¥700', 'KWD\u00a01.500', '$0.00'],
  );
});
