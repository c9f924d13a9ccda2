import { z } from 'zod';
import { routes } from './route.ts';
import { contactTypes, feedbackTypes } from './rules/feedback-types.ts';

const text = z.string().default('');

export const feedbackRoutes = routes({
  /** `email` is read only without a session; a member's own address stands for them. */
  contact: {
    method: 'POST',
    path: '/basic/contact',
    access: 'anyone',
    work: 'limited',
    body: z.object({ type: z.enum([...feedbackTypes, ...contactTypes]), subject: text, message: text, email: text }),
    reply: z.object({ msg: z.string() }),
  },
});
