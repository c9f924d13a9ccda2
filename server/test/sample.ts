import { join } from 'node:path';

/** A file of the sample recordings. */
export const sample = (name: string): string => join(import.meta.dirname, '../../sample', name);
