import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The future owner of the password. */
export type Person = { brand: string; email: string; firstname?: string; lastname?: string };

let list: ReadonlySet<string> | undefined;

/** The list lies beside this file and says where it is from; about a megabyte once it is read. */
const common = (): ReadonlySet<string> =>
  (list ??= new Set(
    readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  ));

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop'];
const sequences = [...rows, ...rows.map((row) => row.split('').toReversed().join(''))];

/** Nothing but one piece over and over: "aaaaaaaa", "abcabcabc". */
const isRepetition = (text: string): boolean => /^(.{1,4}?)\1+.{0,3}$/su.test(text) && new Set(text).size <= 4;

/** Nothing but neighbours of the alphabet, the digits or the keyboard, in pieces of four or more: "qwertyui1234". */
function isSequence(text: string): boolean {
  let left = text;
  while (left.length > 0) {
    const piece = longestPiece(left);
    if (piece < Math.min(4, left.length)) return false;
    left = left.slice(piece);
  }
  return true;
}

function longestPiece(text: string): number {
  let length = 0;
  while (length < text.length && sequences.some((row) => row.includes(text.slice(0, length + 1)))) length += 1;
  return length;
}

/** Removes digits and signs around a text: "!Lectern2024" becomes "lectern". */
const core = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/** Whether somebody who knows the person and the product would try this password early, whatever is put around it. */
export function isGuessable(password: string, { brand, email, firstname = '', lastname = '' }: Person): boolean {
  const text = password.toLowerCase();
  if (common().has(text) || common().has(core(text)) || isRepetition(text) || isSequence(text)) return true;
  if (text.includes(email.toLowerCase())) return true;
  const own = [brand, email, email.split('@')[0]!, firstname, lastname, firstname + lastname, lastname + firstname];
  return own.map(letters).some((name) => name.length >= 3 && name === letters(text));
}
