import { formatExactTimecode } from '@lectern/contract/rules/timecode';
import { textLimits } from '@lectern/contract/rules/longest';
import { boundedText, sentText, shownText } from '@lectern/contract/text';
import { apiMediaRoutes } from '@lectern/contract/v1/media';
import { apiPublishingRoutes } from '@lectern/contract/v1/publishing';
import { Problem } from '@lectern/contract/problem';
import type { Route } from '@lectern/contract/route';
import { z } from 'zod';
import { requireRight } from '../../../platform/http/context.ts';
import { cutClip } from '../../playback/clips/clips.ts';
import { ownPortal } from '../../publishing/portal/own-portal.ts';
import { ownShares } from '../../publishing/shares/own-shares.ts';
import { uploads } from '../../uploads/uploads.ts';
import { ownVideo } from '../../videos/find-video.ts';
import { pageUrl } from '../recordings.ts';
import type { Caller } from './read-tools.ts';
import { defineTool, Second, type KeyTool } from './tool.ts';

const Id = z.uuid();
const tool = defineTool<Caller, { asks: Route }>();

export const writeTools: readonly KeyTool<Caller>[] = [
  tool({
    name: 'create_clip',
    title: 'Create a clip',
    description: 'Begins to cut a clip out of a recording. The same part is cut once; get_clip tells when it is there.',
    asks: apiMediaRoutes.createClip,
    changes: 'adds',
    input: z.strictObject({ recording_id: Id, start: Second, end: Second }),
    output: z.object({ clip_id: Id }),
    async run(call, { recording_id: passthrough, start, end }) {
      const wish = { passthrough, timeIn: formatExactTimecode(start), timeOut: formatExactTimecode(end) };
      const { clip } = await cutClip(call, wish);
      return { clip_id: clip.id };
    },
  }),
  tool({
    name: 'publish',
    title: 'Publish a recording',
    description:
      'Shows a recording to people without an account: by a link of its own, or in the public portal. Ask the person before.',
    asks: apiPublishingRoutes.createShare,
    changes: 'adds',
    input: z.strictObject({ recording_id: Id, to: z.enum(['link', 'portal']) }),
    output: z.object({ recording_id: Id, url: sentText }),
    async run(call, { recording_id: id, to }) {
      if (to === 'link') {
        const { data } = await ownShares.verbs.create(call, { passthrough: id, shows_transcript: true });
        return { recording_id: id, url: data.url };
      }
      requireRight(call, 'curate');
      await ownVideo(call.database.kysely, call.workspace.id, id);
      const { data } = await ownPortal.verbs.own(call);
      if (!data) throw new Problem('not_found', { detail: 'There is no portal yet. Please make one first.' });
      const { videos } = data.settings;
      if (!videos.includes(id)) await ownPortal.verbs.change(call, { videos: [...videos, id], was: { videos } });
      return { recording_id: id, url: data.page };
    },
  }),
  tool({
    name: 'upload_from_address',
    title: 'Upload from an address',
    description:
      'Has the server fetch a recording from a public https address of the file itself. get_recording tells how far it is.',
    asks: apiMediaRoutes.uploadFromUrl,
    changes: 'adds',
    input: z.strictObject({
      address: boundedText(2_000).min(1),
      title: shownText(textLimits.title).optional(),
    }),
    output: z.object({ recording_id: Id, url: sentText }),
    async run(call, { address: url, title }) {
      const { id } = await uploads.verbs.fromUrl(call, { url, title });
      return { recording_id: id, url: pageUrl(call, id) };
    },
  }),
];
