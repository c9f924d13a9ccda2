import { clipRoutes } from '@lectern/contract/playback/clips';
import { videoRoutes, type Video } from '@lectern/contract/videos/videos';
import { call } from '../../session/call.ts';
import { toast } from '../../ui/toast.tsx';

function follow(href: string, attributes: { target?: string; download?: string }): void {
  const link = document.createElement('a');
  Object.assign(link, { href, rel: 'noopener', ...attributes });
  link.click();
}

/** Opens a signed address of the recording itself in a new tab. Throws `CallError`. */
export async function openVideoDownload(video: Pick<Video, 'localVideo'>): Promise<void> {
  const filename = video.localVideo.split('/').at(-1) ?? '';
  const { url } = await call(clipRoutes.downloadLink, { filename });
  follow(url, { target: '_blank' });
}

/** Saves the transcript as a WebVTT file named after the video. Throws `CallError`. */
export async function downloadTranscript(video: Pick<Video, 'uploadId' | 'title'>): Promise<void> {
  const { data } = await call(videoRoutes.asset, { uploadId: video.uploadId });
  if (!data.vtt) {
    toast.info('There is no transcript yet. Add captions, or wait until the recording is processed.');
    return;
  }
  const address = URL.createObjectURL(new Blob([data.vtt], { type: 'text/vtt' }));
  const name = data.title.replace(/[\\/:*?"<>|\s]+/g, ' ').trim();
  follow(address, { download: `${name || 'transcript'}.vtt` });
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
