import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOfKey } from './shortcuts.ts';

test('a key has the name of its place, when the layout writes no Latin letter or digit there', () => {
  const rows: readonly [key: string, code: string, name: string][] = [
    ['л', 'KeyK', 'k'],
    ['Л', 'KeyK', 'k'],
    ['λ', 'KeyL', 'l'],
    ['ㅏ', 'KeyK', 'k'],
    ['é', 'Digit2', '2'],
    ['K', 'KeyK', 'k'],
    ['q', 'KeyA', 'q'],
    ['?', 'Slash', '?'],
    ['>', 'Period', '>'],
    ['5', 'Digit5', '5'],
    [' ', 'Space', ' '],
    ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'],
    ['б', 'Comma', 'б'],
  ];
  for (const [key, code, name] of rows) assert.equal(nameOfKey({ key, code }), name, `${key} of ${code}`);
});
