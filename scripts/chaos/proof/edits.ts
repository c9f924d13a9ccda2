import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { essential } from '../findings.ts';
import type { Oracle } from '../oracle.ts';

/** The value of a field as an edit names it. */
function valueOf(asset: VideoDetail, field: string): string {
  const [chapter] = asset.chapters;
  const line = /^line (\d+)$/.exec(field)?.[1];
  if (line !== undefined) return webvttCues(asset.vtt)[Number(line)]?.text ?? '';
  switch (field) {
    case 'chapter title':
      return chapter?.title ?? '';
    case 'chapter summary':
      return chapter?.summary ?? '';
    case 'chapter quote':
      return chapter?.quote[0]?.quote ?? '';
    default:
      return asset[field as 'title' | 'description' | 'summary'];
  }
}

/** Every edit that was acknowledged is there, or a later one. */
export function proveEdits({ findings, videos }: Oracle, assets: Map<string, VideoDetail>): void {
  for (const { id, fields } of videos.values()) {
    const asset = assets.get(id);
    if (!asset) continue;
    for (const [name, field] of fields) {
      const value = valueOf(asset, name);
      const what = `${id}, ${name}: there is “${value}”, wanted ${field.describe()}`;
      findings.check(essential.edits, field.allows(value), what);
    }
  }
}
