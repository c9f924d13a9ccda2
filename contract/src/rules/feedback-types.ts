/** Subjects of feedback from inside the product; the first is the default. */
export const feedbackTypes = [
  'Downgrade Request',
  'Bug Report / Site Performance Issue',
  'Feature Request',
  'General Feedback',
] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

/** Subjects on the public contact page; the first is the default. */
export const contactTypes = ['Bug Report', 'Feature Request', 'General Feedback', 'Performance Issue'] as const;
export type ContactType = (typeof contactTypes)[number];

/** Characters. */
export const feedbackLimits = { subject: 200, message: 5_000 } as const;
