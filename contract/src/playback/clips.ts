import { z } from 'zod';
import { MemberSignature } from '../member-signature.ts';
import { routes } from '../route.ts';
import { boundedText, formText, sentText } from '../text.ts';

const signedDownload = {
  params: z.object({ filename: boundedText(200) }),
  query: MemberSignature.extend({ name: boundedText(300).optional() }),
};

export const clipRoutes = routes({
  /**
   * Times are HH:MM:SS with up to three fraction digits. Starts the cut and returns the file's URL: HEAD answers 404
   * until ready, then 200, or 4xx/5xx on failure.
   */
  cut: {
    method: 'POST',
    path: '/muxupload/video-cut',
    access: 'active',
    right: 'edit',
    body: z.object({ passthrough: formText, timeIn: formText, timeOut: formText }),
    reply: z.object({ data: z.object({ data: sentText }) }),
  },
  /** `time` as above. A picture of the exact frame, in full resolution, as an attachment. */
  screenshot: {
    method: 'POST',
    path: '/muxupload/screenshot',
    access: 'active',
    right: 'edit',
    body: z.object({ passthrough: formText, time: formText }),
    reply: z.object({ data: z.object({ url: sentText, filename: sentText }) }),
  },
  downloadLink: {
    method: 'GET',
    path: '/download-link/:filename',
    access: 'member',
    right: 'download',
    params: z.object({ filename: boundedText(200) }),
    reply: z.object({ url: sentText }),
  },
  /** A signed address (originals, clips, screenshots); valid for a limited time. */
  download: {
    method: 'GET',
    path: '/download/:filename',
    access: 'capability',
    work: 'cheap',
    ...signedDownload,
    reply: 'stream',
  },
  /** Whether a download is there: 404 while a clip is being cut, its problem when it failed. */
  downloadCheck: {
    method: 'HEAD',
    path: '/download/:filename',
    access: 'capability',
    work: 'cheap',
    ...signedDownload,
    reply: 'stream',
  },
});
