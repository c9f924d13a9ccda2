import { z } from 'zod';
import { boundedText, sentText } from '../text.ts';

/** Most entries of a page. */
export const mostOnPage = 100;

/** Fields of a query that asks for a page: `cursor` is the `next_cursor` of the page before. */
export const pageQuery = {
  cursor: boundedText(1000).optional(),
  limit: z.coerce.number().int().min(1).max(mostOnPage).default(20),
};

/** Page of a list. `next_cursor` is null at its end. */
export const pageOf = <T extends z.ZodType>(entry: T) =>
  z.object({ data: z.array(entry), next_cursor: sentText.nullable() });

/** List that comes whole. */
export const listOf = <T extends z.ZodType>(entry: T) => z.object({ data: z.array(entry) });

export const Id = z.uuid();
/** ISO 8601, in UTC. */
export const When = z.iso.datetime();
/** Seconds, with three decimals. */
export const Seconds = z.number();
export const ById = z.object({ id: Id });
/** Something that is gone now. */
export const Removed = z.object({ id: Id, removed: z.literal(true) }).meta({ id: 'Removed' });
/** Address that opens without a key, for some time. */
export const Download = z.object({ download_url: sentText }).meta({ id: 'Download' });
/** Work that goes on behind the answer. */
export const Begun = z.object({ recording_id: Id, message: sentText }).meta({ id: 'Begun' });
