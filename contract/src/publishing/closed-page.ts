/** Content of the page that replaces one that does not open. */
export type ClosedPage = {
  what: 'recording' | 'webinar' | 'webinars';
  /** Why, and what to do about it. */
  text: string;
  /** The portal it would be in, where that is still there; `address` where it can be entered. */
  portal?: { title: string; address?: string };
  /** The product it was shared with. */
  brand?: string;
};
