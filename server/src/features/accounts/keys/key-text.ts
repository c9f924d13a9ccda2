import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^lec_[0-9A-Za-z]{8}_[0-9A-Za-z]{46}$/;
const lengths = { shown: 8, secret: 40, checksum: 6 };

const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');

/** By it a scanner of sources tells a key from what only looks like one. */
function checksumOf(text: string): string {
  let left = crc32(text);
  return Array.from({ length: lengths.checksum }, () => {
    const letter = letters[left % letters.length];
    left = Math.floor(left / letters.length);
    return letter;
  }).join('');
}

/** A new key, with the part of it that people see in lists: 238 random bits stay secret. */
export function createKeyText(): { prefix: string; key: string } {
  const prefix = `lec_${randomLetters(lengths.shown)}`;
  const text = `${prefix}_${randomLetters(lengths.secret)}`;
  return { prefix, key: text + checksumOf(text) };
}

/** Whether a text is shaped as a key; tokens of sessions have another length. */
export const isKeyText = (text: string): boolean =>
  shape.test(text) && checksumOf(text.slice(0, -lengths.checksum)) === text.slice(-lengths.checksum);
