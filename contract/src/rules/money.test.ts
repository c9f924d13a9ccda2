import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { inMoney } from './money.ts';

it('formats amounts with the smallest unit of their own currency', () => {
  deepEqual(
    [inMoney(500), inMoney(700, 'eur'), inMoney(700, 'jpy'), inMoney(1500, 'kwd'), inMoney(0)],
    ['$5.00', '€7.00', '¥700', 'KWD\u00a01.500', '$0.00'],
  );
});

it('an amount has the decimals that Stripe counts, also where people write none', () => {
  deepEqual(
    ['isk', 'UGX', 'rsd', 'all', 'lbp', 'mmk', 'huf', 'twd'].map((currency) => inMoney(12_345, currency).slice(-6)),
    Array.from({ length: 8 }, () => '123.45'),
  );
  deepEqual(
    ['jpy', 'krw', 'vnd', 'xaf', 'clp', 'JPY'].map((currency) => inMoney(12_345, currency).slice(-6)),
    Array.from({ length: 6 }, () => '12,345'),
  );
  deepEqual(
    ['bhd', 'jod', 'omr', 'tnd'].map((currency) => inMoney(12_345, currency).slice(-6)),
    Array.from({ length: 4 }, () => '12.345'),
  );
});
