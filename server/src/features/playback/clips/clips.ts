import { clipRoutes } from '@lectern/contract/playback/clips';
import { feature } from '../../../platform/http/serve.ts';
import { takeScreenshot } from '../screenshots/take-screenshot.ts';
import { videoOfAssetId } from '../../videos/find-video.ts';
import { cutClip } from './cut.ts';
import { sendDownload } from './download.ts';
import { signDownloadUrl, fileNameFrom } from '../../storage/signed-url.ts';
import { mediaEnding } from '../../storage/media-ending.ts';

export const clips = feature(clipRoutes, {
  cut: cutClip,
  screenshot: takeScreenshot,
  async downloadLink(ctx, { filename }) {
    const video = await videoOfAssetId(ctx.database.kysely, ctx.member.id, filename.replace(/\.mp4$/, ''));
    const name = fileNameFrom(video.title, mediaEnding(video.file_name));
    return { url: signDownloadUrl(ctx, `${video.asset_id}.mp4`, name) };
  },
  download: sendDownload,
  downloadCheck: sendDownload,
});
