import { largestLogo, type logoBox } from '@lectern/contract/publishing/portal';
import { Problem } from '@lectern/contract/problem';
import { Resvg } from '@resvg/resvg-js';
import { serveSubprocess } from '../../../platform/subprocess/answer.ts';
import type { LogoDrawing } from './logo.ts';

/** The first bytes of every PNG, with the head of its first chunk (PNG specification, 5.2 and 11.2.1). */
const begins = Buffer.from('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'latin1');

/** Width and height as the file tells them. Throws `logo_unread`. */
function sizeOf(png: Buffer): { width: number; height: number } {
  if (png.length < 33 || !png.subarray(0, begins.length).equals(begins)) throw new Problem('logo_unread');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (width === 0 || height === 0 || width > largestLogo || height > largestLogo) throw new Problem('logo_unread');
  return { width, height };
}

/** Draws a picture into twice the box it is shown in, in its own proportions and never larger than it is. */
function drawn(file: Uint8Array, box: typeof logoBox): LogoDrawing {
  const png = Buffer.from(file);
  const own = sizeOf(png);
  const scale = Math.min(1, (2 * box.width) / own.width, (2 * box.height) / own.height);
  // Even, so that half of it is whole pixels.
  const even = (pixels: number): number => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  const [width, height] = [even(own.width), even(own.height)];
  const picture = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
    { font: { loadSystemFonts: false } },
  ).render();
  // The decoder leaves out a picture it cannot decode.
  if (picture.pixels.every((byte) => byte === 0)) throw new Problem('logo_unread');
  return { png: picture.asPng(), width, height };
}

await serveSubprocess('logo_unread', ({ png, box }: { png: Uint8Array; box: typeof logoBox }) => drawn(png, box));
