import type { TableQuery, PaymentRecord, TokenRecord } from '@lectern/contract/operations/admin';
import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { loadPage, buildSearchPattern } from './paging.ts';
import { userSearchText } from './users.ts';

/** Selects one member's history; all histories if absent. */
type Whose = { employee_id?: string };

/** An empty history of nobody would be read as one of somebody. */
async function checkExists(db: Queryable, userId: string | undefined): Promise<void> {
  if (userId === undefined) return;
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!user)
    throw new Problem('not_found', { detail: 'There is no user with this id. The account may have been deleted.' });
}

/** Characters divided by 4, rounded: the estimate of the specification. */
const approximateTokens = (...texts: readonly string[]): number =>
  Math.round(texts.reduce((sum, text) => sum + text.length, 0) / 4);

/** The person of an entry; null where their account was deleted. */
const asOwner = ({ user_id, email }: { user_id: string | null; email: string | null }) =>
  user_id !== null && email !== null ? { _id: user_id, email } : null;

/** Lists requests to the engines and their answers. Throws `not_found` for an unknown user. */
export async function listTokens(
  { database }: Context<'admin'>,
  { employee_id, ...listing }: TableQuery & Whose,
): Promise<{ data: TokenRecord[]; total: number }> {
  const db = database.kysely;
  await checkExists(db, employee_id);
  const like = buildSearchPattern(listing.q);
  const matching = db
    .selectFrom('token_operations')
    .$if(employee_id !== undefined, (query) => query.where('token_operations.user_id', '=', employee_id!))
    .$if(like !== undefined, (query) => query.where('operation', 'ilike', like!));
  const { rows, total } = await loadPage(
    matching
      .leftJoin('users', 'users.id', 'token_operations.user_id')
      .leftJoin('videos', 'videos.id', 'token_operations.video_id')
      .select(['token_operations.id', 'token_operations.user_id', 'users.email', 'video_id', 'title'])
      .select(['operation', 'used', 'estimate', 'engine', 'sent', 'received', 'calls', 'token_operations.created_at'])
      .select(['system_prompt', 'token_operations.custom_prompt', 'result']),
    matching.select((eb) => eb.fn.countAll<number>().as('total')),
    listing,
    {
      columns: { createdAt: 'token_operations.created_at', operationType: 'operation', used: 'used' },
      standard: 'createdAt',
      id: 'token_operations.id',
    },
  );
  return {
    total,
    data: rows.map((row) => ({
      _id: row.id,
      user: asOwner(row),
      muxVideoId: row.video_id === null ? null : { _id: row.video_id, title: row.title ?? '' },
      operationType: row.operation,
      tokens_sent: row.sent ?? approximateTokens(row.system_prompt, row.custom_prompt),
      tokens_received: row.received ?? approximateTokens(row.result),
      calls: row.calls,
      used: row.used,
      estimate: row.estimate,
      engine: row.engine,
      systemPrompt: row.system_prompt,
      customPrompt: row.custom_prompt,
      resultString: row.result,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** Every payment, failure and refund; those of deleted accounts are of nobody. Throws as `listTokens` does. */
export async function listPayments(
  { database }: Context<'admin'>,
  { employee_id, ...listing }: TableQuery & Whose,
): Promise<{ data: PaymentRecord[]; total: number }> {
  const db = database.kysely;
  await checkExists(db, employee_id);
  const like = buildSearchPattern(listing.q);
  const matching = db
    .selectFrom('payments')
    .$if(employee_id !== undefined, (query) => query.where('payments.user_id', '=', employee_id!))
    .$if(like !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('payments.user_id', 'in', db.selectFrom('users').select('id').where(userSearchText, 'like', like!)),
          eb('log', 'ilike', like!),
          eb('product_id', 'ilike', like!),
          eb(eb.cast<string>('status', 'text'), 'ilike', like!),
        ]),
      ),
    );
  const { rows, total } = await loadPage(
    matching
      .leftJoin('users', 'users.id', 'payments.user_id')
      .select(['payments.id', 'payments.user_id', 'email', 'payments.created_at'])
      .select(['price', 'currency', 'payment_type', 'product_id', 'status', 'log']),
    matching.select((eb) => eb.fn.countAll<number>().as('total')),
    listing,
    {
      columns: {
        createdAt: 'payments.created_at',
        price: 'price',
        paymentStatus: 'status',
        paymentType: 'payment_type',
      },
      standard: 'createdAt',
      id: 'payments.id',
    },
  );
  return {
    total,
    data: rows.map((row) => ({
      _id: row.id,
      user: asOwner(row),
      price: row.price,
      currency: row.currency,
      paymentType: row.payment_type,
      productId: row.product_id,
      paymentStatus: row.status,
      log: row.log,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
