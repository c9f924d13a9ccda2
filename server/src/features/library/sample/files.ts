import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../../../sample');

/** The recording of three minutes that the product brings along, with its captions. */
export const sampleFiles = { recording: join(folder, 'webinar.mp4'), captions: join(folder, 'webinar.vtt') };

/** Title on the card of the sample until it is in the library. */
export const sampleTitle = 'Sample recording';
