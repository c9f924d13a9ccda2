import { z } from 'zod';
import { routes } from '../route.ts';
import { contactTypes, feedbackTypes } from '../rules/feedback-types.ts';
import { boundedText, formText, sentText } from '../text.ts';

/** The verb says what a message may have; this is for what nobody has written. */
const message = boundedText(50_000).default('');

export const feedbackRoutes = routes({
  /** `email` is read only without a session; a member's own address stands for them. */
  contact: {
    method: 'POST',
    path: '/basic/contact',
    access: 'anyone',
    work: 'limited',
    body: z.object({ type: z.enum([...feedbackTypes, ...contactTypes]), subject: formText, message, email: formText }),
    reply: z.object({ msg: sentText }),
  },
});
