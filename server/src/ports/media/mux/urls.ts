import type Mux from '@mux/mux-node';
import type { LinkTarget, Remote } from '../port.ts';
import type { MuxHosts } from './settings.ts';

/** Seconds for which an address opens at most: longer than anybody watches a recording of three hours. */
const lifetime = 12 * 3600;

/**
 * Signs URLs of an asset. Image parameters go into the token; Mux ignores the URL's (docs.mux.com, Secure video
 * playback). `file` names a static rendition. URLs expire at `until`.
 */
export function createMuxUrls(mux: Mux, { stream, image }: MuxHosts) {
  function sign(
    { playback }: Remote,
    type: 'video' | 'thumbnail' | 'storyboard',
    { until, params = {} }: { until?: Date | undefined; params?: Record<string, string> },
  ): Promise<string> {
    const left = until === undefined ? lifetime : Math.floor((until.getTime() - Date.now()) / 1000);
    const seconds = Math.max(1, Math.min(lifetime, left));
    return mux.jwt.signPlaybackId(playback, { type, expiration: `${seconds}s`, params });
  }

  const picture = async (
    remote: Remote,
    type: 'jpg' | 'png',
    params: Record<string, string>,
    until?: Date,
  ): Promise<string> =>
    `${image}/${remote.playback}/thumbnail.${type}?token=${await sign(remote, 'thumbnail', { until, params })}`;

  return {
    picture,
    async file(remote: Remote, file: string, { name, until }: { name?: string; until?: Date | undefined } = {}) {
      const download = name === undefined ? '' : `&download=${encodeURIComponent(name)}`;
      return `${stream}/${remote.playback}/${file}?token=${await sign(remote, 'video', { until })}${download}`;
    },
    async of(remote: Remote, what: Exclude<LinkTarget, { kind: 'file' }>, until?: Date): Promise<string> {
      switch (what.kind) {
        case 'stream':
          return `${stream}/${remote.playback}.m3u8?token=${await sign(remote, 'video', { until })}`;
        case 'storyboard':
          return `${image}/${remote.playback}/storyboard.vtt?token=${await sign(remote, 'storyboard', { until })}`;
        case 'thumbnail':
          return picture(remote, 'jpg', { time: String(what.time), width: String(what.width) }, until);
      }
    },
  };
}
