import { findMainPicture, parseStreams } from './read-description.ts';

/** Properties of a picture that re-encoding must respect. */
export type Picture = {
  /** ffmpeg's number of the stream. */
  stream: number;
  /** Frames hold two moments each, in alternating lines; also true where the file does not tell. */
  perhapsInterlaced: boolean;
  colour: Colour;
};

/**
 * - `hdr`: brighter than a screen's white, by this curve - `wide`: BT.2020 primaries without that - `rgb`: no luma and
 * chroma yet - `plain`: browsers show it as tagged
 */
export type Colour = { kind: 'hdr'; curve: 'smpte2084' | 'arib-std-b67' } | { kind: 'wide' | 'rgb' | 'plain' };

/** `, yuv420p10le(tv, bt2020nc/bt2020/smpte2084, top first), 640x360`: format, then range, colours and field order. */
const pixels = /, ([a-z][a-z0-9_]+)(?:\(([^)]*\)?[^)]*)\))?, \d+x\d+/;

function colourOf(format: string, details: string): Colour {
  const curve = /smpte2084|arib-std-b67/.exec(details)?.[0] as 'smpte2084' | 'arib-std-b67' | undefined;
  if (curve) return { kind: 'hdr', curve };
  if (/bt2020/.test(details)) return { kind: 'wide' };
  return { kind: /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|pal8|x2rgb|x2bgr)/.test(format) ? 'rgb' : 'plain' };
}

/** The picture of a recording, from what `ffmpeg -i` says about it. Undefined for sound alone. */
export function readPicture(description: string, encrypted: readonly number[] = []): Picture | undefined {
  const picture = findMainPicture(parseStreams(description, encrypted));
  if (!picture) return undefined;
  const [, format = '', details = ''] = pixels.exec(picture.rest) ?? [];
  return {
    stream: picture.n,
    perhapsInterlaced: !/progressive/.test(details),
    colour: colourOf(format, details),
  };
}
