import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import type { CardDrawing } from './quote-card.ts';

const sizes = {
  wide: { width: 1200, height: 630, edge: 72 },
  square: { width: 1080, height: 1080, edge: 84 },
} as const;

const { resolve } = createRequire(import.meta.url);
const load = async (name: string, family: string, subset: string, weight: 400 | 500 | 600): Promise<Font> => ({
  name,
  weight,
  style: 'normal',
  data: await readFile(resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)),
});

/** Newsreader knows no Greek and no Cyrillic: there Inter steps in. */
const fonts: Promise<Font[]> = Promise.all([
  ...['latin', 'latin-ext', 'vietnamese'].map((subset) => load('Serif', 'newsreader', subset, 500)),
  ...['latin', 'latin-ext', 'vietnamese'].map((subset) => load('Sans', 'inter', subset, 600)),
  ...['greek', 'cyrillic', 'cyrillic-ext'].map((subset) => load('Other', 'inter', subset, 500)),
]);

type Style = Record<string, string | number>;
type Node = {
  type: string;
  props: { style: Style; children?: (Node | string)[]; src?: string; width?: number; height?: number };
};
const box = (style: Style, ...children: (Node | string)[]): Node => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** Pixels of type in which a text of so many characters fills its room and does not leave it. */
function typeSize(characters: number, format: CardDrawing['format']): number {
  const steps = format === 'wide' ? [66, 56, 47, 40, 34] : [80, 68, 58, 50, 42];
  return steps[[80, 140, 210, 290].filter((limit) => characters > limit).length]!;
}

function card({ text, speaker, video, portal, brand, accent, frame, format }: CardDrawing): Node {
  const { width, height, edge } = sizes[format];
  const source = [speaker, video].filter(Boolean).join(' · ');
  const picture: Node[] = frame
    ? [
        {
          type: 'img',
          props: { src: frame, width, height, style: { position: 'absolute', inset: 0, objectFit: 'cover' } },
        },
      ]
    : [];
  return box(
    { width, height, position: 'relative', backgroundColor: '#17130d', color: '#fbf8f1', fontFamily: 'Serif, Other' },
    ...picture,
    box({ position: 'absolute', inset: 0, backgroundColor: 'rgba(19, 15, 9, 0.72)' }),
    box({ position: 'absolute', left: 0, top: 0, bottom: 0, width: 18, backgroundColor: accent }),
    box(
      { position: 'absolute', inset: 0, padding: edge, flexDirection: 'column', justifyContent: 'space-between' },
      box({ fontFamily: 'Sans, Other', fontSize: 26, letterSpacing: 1.2, color: '#e9e2d2' }, portal),
      box({ fontSize: typeSize(text.length, format), lineHeight: 1.22, letterSpacing: -0.6 }, `“${text}”`),
      box(
        {
          justifyContent: 'space-between',
          alignItems: 'flex-end',
          fontFamily: 'Sans, Other',
          fontSize: 25,
          color: '#e9e2d2',
        },
        box({ flexShrink: 1, maxWidth: width - edge * 2 - 220 }, source),
        box({ color: '#c9bfa9', fontSize: 21 }, brand),
      ),
    ),
  );
}

// On Linux this is for the calling thread alone: answers go before pictures, encoders (10) after them.
if (process.platform === 'linux') setPriority(5);

/** Draws a quote as a PNG. Letters become outlines here, so that no font of the machine matters. */
export default async function drawCard(drawing: CardDrawing): Promise<Uint8Array> {
  const { width, height } = sizes[drawing.format];
  // Satori takes React's elements; these are such, made by hand.
  const element = card(drawing) as unknown as Parameters<typeof satori>[0];
  const svg = await satori(element, { width, height, fonts: await fonts });
  return new Resvg(svg).render().asPng();
}
