import { join } from 'node:path';

/** A file of the sample recordings. */
export const getSamplePath = (name: string): string => join(import.meta.dirname, '../../sample', name);
