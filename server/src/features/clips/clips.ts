import { extname } from 'node:path';
import { clipRoutes } from '@lectern/contract/clips';
import { feature } from '../../platform/serve.ts';
import { takeScreenshot } from '../screenshots/take-screenshot.ts';
import { videoOfAssetId } from '../videos/find.ts';
import { cutClip } from './cut.ts';
import { download } from './download.ts';
import { downloadAddress, fileNameFrom } from '../storage/download-address.ts';

export const clips = feature(clipRoutes, {
  cut: cutClip,
  screenshot: takeScreenshot,
  async downloadLink(ctx, { filename }) {
    const video = await videoOfAssetId(ctx.database.kysely, ctx.member.id, filename.replace(/\.mp4$/, ''));
    const ending = extname(video.file_name ?? '').toLowerCase();
    const name = fileNameFrom(video.title, /^\.\w{1,5}$/.test(ending) ? ending : '.mp4');
    return { url: downloadAddress(ctx, `${video.asset_id}.mp4`, name) };
  },
  download,
  downloadCheck: download,
});
