import type { Cue } from '@lectern/contract/transcripts/cue';
import type { PortalPage, PortalVideo } from '@lectern/contract/publishing/portal';
import { drawPage } from './page.thread.ts';
import { pageEnd } from './page-frame.ts';
import { videoData } from './structured-data.ts';
import type { WithCues } from './renderer.ts';

/** The page of a video as it is without its transcript. */
export type VideoPage = { module: string; script: string; origin: string; page: PortalPage; video: PortalVideo };

/** The page of a video from what is drawn of it on, as UTF-8. */
export async function drawVideoPage({ module, script, origin, page, video, cues }: WithCues<VideoPage>) {
  const said = { ...video, cues: JSON.parse(cues) as Cue[] };
  const whole: PortalPage = { ...page, video: said };
  const drawn = await drawPage({ module, render: 'renderPortal', page: whole });
  const data = videoData({ origin, portal: page.portal }, said);
  return new TextEncoder().encode(pageEnd({ drawn, page: whole, script, data }));
}
