import { z } from 'zod';
import { MemberSignature } from '../member-signature.ts';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';

/** A slide with words on it, as recognised, and the seconds in which it is shown. `title` may be empty. */
export const Slide = z.object({ start: z.number(), end: z.number(), title: sentText, text: sentText });
export type Slide = z.infer<typeof Slide>;

/** Seconds before its end at which a slide is looked at, at most. */
const photographedBefore = 1.5;

/** The second at which a slide is looked at: a moment before its end, when all its lines are there. */
export const pictureTime = ({ start, end }: Pick<Slide, 'start' | 'end'>): number =>
  Math.max((start + end) / 2, end - photographedBefore);

const Passthrough = z.object({ passthrough: z.uuid() });

export const slideRoutes = routes({
  /** The slides of a video in order; none before they are read, and where none has words. */
  slides: {
    method: 'GET',
    path: '/muxvideos/slides/:passthrough',
    access: 'member',
    right: 'watch',
    params: Passthrough,
    reply: z.object({ data: z.array(Slide) }),
  },
  /** A signed address of the slides as one PDF, valid for a limited time. Throws `no_slides`. */
  slidesPdfLink: {
    method: 'GET',
    path: '/muxvideos/slides-pdf-link/:passthrough',
    access: 'member',
    right: 'watch',
    params: Passthrough,
    reply: z.object({ url: sentText }),
  },
  /** A page for each slide, with its picture, its time and its words; written while it is sent. */
  slidesPdf: {
    method: 'GET',
    path: '/download/slides/:passthrough',
    access: 'capability',
    work: 'media',
    params: Passthrough,
    query: MemberSignature,
    reply: 'stream',
  },
});
