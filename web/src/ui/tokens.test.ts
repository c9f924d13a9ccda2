import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

type Colour = readonly [red: number, green: number, blue: number];

/**
 * Linear sRGB of an OKLCH colour (Björn Ottosson, "A perceptual color space for image processing", 2020), cut to the
 * gamut.
 */
function linear(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
const luminance = ([red, green, blue]: Colour): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

function tokensOf(selector: string): Map<string, Colour> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map([...found].map(([, name, l, c, h]) => [name!, linear(Number(l), Number(c), Number(h))]));
}

/**
 * Pairs of colours drawn on each other: text needs a contrast of 4.5, the edge of a control 3 (WCAG 1.4.3 and 1.4.11).
 */
const grounds = ['paper', 'surface', 'sunken'];
const pairs: [front: string, back: string, least: number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ...['ink', 'soft', 'accent', 'accent-strong', 'brass', 'danger'].map((text): [string, string, number] => [
      text,
      ground,
      4.5,
    ]),
    ['edge', ground, 3],
  ]),
  ...['accent', 'accent-strong'].map((ground): [string, string, number] => ['on-accent', ground, 4.5]),
  ...['danger', 'danger-strong'].map((ground): [string, string, number] => ['on-danger', ground, 4.5]),
  ...['ink', 'soft', 'accent'].map((text): [string, string, number] => [text, 'accent-wash', 4.5]),
  ...['ink', 'danger'].map((text): [string, string, number] => [text, 'danger-wash', 4.5]),
  ['on-mark', 'mark', 4.5],
];

for (const theme of [':root', '.dark'])
  test(`every pair of colours in ${theme} is readable`, () => {
    const tokens = tokensOf(theme);
    for (const [front, back, least] of pairs) {
      const [one, other] = [tokens.get(front), tokens.get(back)];
      assert.ok(one && other, `${front} or ${back} is missing in ${theme}`);
      const ratio = contrast(one, other);
      assert.ok(ratio >= least, `${front} on ${back} in ${theme} has ${ratio.toFixed(2)}, needs ${least}`);
    }
  });
