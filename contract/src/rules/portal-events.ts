/** Events that a page of a portal may tell at once. */
export const mostPortalEvents = 50;
