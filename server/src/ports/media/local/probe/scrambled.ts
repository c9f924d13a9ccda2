import { readSync } from 'node:fs';

/** Bytes of a packet of MPEG-TS (ISO/IEC 13818-1), and those that are looked at. */
const packet = 188;
const looked = 20_000 * packet;

/** Whether most of what an MPEG-TS carries is scrambled, as broadcasters send it to their subscribers. */
export function isScrambled(fd: number): boolean {
  const bytes = Buffer.alloc(looked);
  const there = readSync(fd, bytes, 0, looked, 0);
  let [carrying, scrambled] = [0, 0];
  for (let at = 0; at + packet <= there; at += packet) {
    if (bytes[at] !== 0x47) return false;
    // With what is carried in it, and its two bits of the control of scrambling.
    const head = bytes[at + 3]!;
    if ((head & 0x10) === 0) continue;
    carrying += 1;
    if ((head & 0xc0) !== 0) scrambled += 1;
  }
  return scrambled > carrying / 2;
}
