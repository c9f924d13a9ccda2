import type { Cue } from '@lectern/contract/transcripts/cue';
import { type SharedVideo, shareRoutes, type SharePage } from '@lectern/contract/publishing/shares';
import { drawPage } from '../portal/page.thread.ts';
import { pageEnd } from '../portal/page-frame.ts';
import type { WithCues } from '../portal/renderer.ts';
import { type SharedRange, clipToRange } from './shared-range.ts';

/** Contents of a share link without the transcript. */
export type Shared = { shared: SharedVideo; part: SharedRange | undefined };
export type SharedPage = Shared & { module: string; script: string; page: SharePage };

function withCues({ shared, part, cues: json }: WithCues<Shared>): SharedVideo {
  const cues = JSON.parse(json) as Cue[];
  return { ...shared, video: { ...shared.video, cues: clipToRange(part, cues) } };
}

/** The page behind a link from what is drawn of it on, as UTF-8. */
export async function drawSharePage({ module, script, page, ...all }: WithCues<SharedPage>) {
  const whole: SharePage = { ...page, shared: withCues(all) };
  const drawn = await drawPage({ module, render: 'renderShare', page: whole });
  return new TextEncoder().encode(pageEnd({ drawn, page: whole, script }));
}

/** The reply of `open`. */
export const writeReply = (all: WithCues<Shared>) =>
  new TextEncoder().encode(JSON.stringify(shareRoutes.open.reply.parse({ data: withCues(all) })));
