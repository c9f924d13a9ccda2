import type Mux from '@mux/mux-node';
import type { Linked, Remote } from '../port.ts';
import type { MuxHosts } from './settings.ts';

/** How long an address opens: longer than anybody watches a recording of three hours. */
const lifetime = '12h';

/**
 * Signed addresses of an asset. Parameters of a signed picture stand in its token; Mux takes none from the address
 * (docs.mux.com, Secure video playback). `file` is the name of a static rendition.
 */
export function addressesOf(mux: Mux, { stream, image }: MuxHosts) {
  const sign = (
    { playback }: Remote,
    type: 'video' | 'thumbnail' | 'storyboard',
    params: Record<string, string> = {},
  ): Promise<string> => mux.jwt.signPlaybackId(playback, { type, expiration: lifetime, params });

  const picture = async (remote: Remote, type: 'jpg' | 'png', params: Record<string, string>): Promise<string> =>
    `${image}/${remote.playback}/thumbnail.${type}?token=${await sign(remote, 'thumbnail', params)}`;

  return {
    picture,
    async file(remote: Remote, file: string, name?: string): Promise<string> {
      const download = name === undefined ? '' : `&download=${encodeURIComponent(name)}`;
      return `${stream}/${remote.playback}/${file}?token=${await sign(remote, 'video')}${download}`;
    },
    async of(remote: Remote, what: Exclude<Linked, { kind: 'file' }>): Promise<string> {
      switch (what.kind) {
        case 'stream':
          return `${stream}/${remote.playback}.m3u8?token=${await sign(remote, 'video')}`;
        case 'storyboard':
          return `${image}/${remote.playback}/storyboard.vtt?token=${await sign(remote, 'storyboard')}`;
        case 'thumbnail':
          return picture(remote, 'jpg', { time: String(what.time), width: String(what.width) });
      }
    },
  };
}
