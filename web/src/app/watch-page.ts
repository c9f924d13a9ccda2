/** The address of a video's page; its one group is the video. */
export const watchPage = /^\/asset\/([\da-f]{8}-[\da-f-]{27})\/?$/i;
