/** The address of a video's page. */
export const watchPage = /^\/asset\/[\da-f]{8}-[\da-f-]{27}\/?$/i;
