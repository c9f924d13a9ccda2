/** The welcome video as `npm run tour` writes it into web/public. */
export const tourFiles = {
  film: '/tour/welcome.mp4',
  captions: '/tour/welcome.vtt',
  poster: '/tour/welcome.webp',
} as const;
