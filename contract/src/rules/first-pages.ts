/**
 * Addresses that are opened most often: the server names their scripts in the page, and the web app asks for what they
 * show before those have come.
 */
export const libraryPage = /^\/asset\/view\/?$/;
/** The page of a video; its one group is the video. */
export const watchPage = /^\/asset\/([\da-f]{8}-[\da-f-]{27})\/?$/i;
