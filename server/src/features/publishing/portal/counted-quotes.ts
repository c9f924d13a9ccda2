import { type RawBuilder, sql } from 'kysely';
import { quoteIsPublic } from '../../outline/verify-quotes.ts';

const digest = sql`left(md5(quote ->> 'quote'), 16)`;
const place = (detail: RawBuilder<unknown>) => sql`split_part(${detail}, '.', 2)`;
/** The public quotes of a chapter, in their order. */
const ofChapter = (quotes: RawBuilder<unknown>) =>
  sql`jsonb_array_elements(${quotes}) with ordinality as each (quote, n) where ${quoteIsPublic}`;

/**
 * Identifies a shared quote by chapter and digest of its words, since the position that visitors send shifts with
 * earlier quotes. Null for no quote.
 */
export const quoteDetail = (videoId: RawBuilder<unknown>, sent: RawBuilder<unknown>) => sql<string | null>`(
  select chapters.id || '.' || (
    select ${digest} from ${ofChapter(sql`chapters.quotes`)} order by n offset ${place(sent)}::int limit 1)
  from chapters where chapters.video_id = ${videoId} and chapters.id::text = split_part(${sent}, '.', 1))`;

/** The words of a counted quote. Older counts have its place, which is read as that of today; decisions/0005. */
export const countedQuote = sql<string | null>`(
  select quote ->> 'quote' from ${ofChapter(sql`chapters.quotes`)}
    and (${place(sql`detail`)} = ${digest} or length(${place(sql`detail`)}) < 16)
  order by n offset case when length(${place(sql`detail`)}) < 16 then ${place(sql`detail`)}::int else 0 end limit 1)`;
