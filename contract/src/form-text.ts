import { z } from 'zod';

/** What a field of a form holds, empty where it was not sent. Beyond any address, name or password nothing is read. */
export const formText = z.string().max(1000).default('');
