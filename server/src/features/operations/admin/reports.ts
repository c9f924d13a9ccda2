import type { adminRoutes, FeedbackReport } from '@lectern/contract/operations/admin';
import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { Context } from '../../../platform/http/context.ts';
import { dropReport, setResponse } from '../feedback/reports.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { recordAudit } from './audit.ts';
import { loadPage, buildSearchPattern } from './paging.ts';

const columns = {
  createdAt: 'created_at',
  report_type: 'report_type',
  subject: 'lower(subject)',
  email: 'lower(email)',
};

export async function listReports(
  { database }: Context<'admin'>,
  { answered, ...listing }: Input<typeof adminRoutes.reports>,
): Promise<{ data: FeedbackReport[]; total: number }> {
  const like = buildSearchPattern(listing.q);
  const matching = database.kysely
    .selectFrom('reports')
    .$if(answered !== undefined, (query) => query.where('response', answered === 'yes' ? '!=' : '=', ''))
    .$if(like !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('subject', 'ilike', like!), eb('message', 'ilike', like!), eb('email', 'ilike', like!)]),
      ),
    );
  const { rows, total } = await loadPage(
    matching.select(['id', 'report_type', 'subject', 'message', 'email', 'response', 'created_at']),
    matching.select((eb) => eb.fn.countAll<number>().as('total')),
    listing,
    { columns, standard: 'createdAt', id: 'id' },
  );
  return {
    total,
    data: rows.map(({ id, created_at, ...row }) => ({ ...row, _id: id, createdAt: created_at.toISOString() })),
  };
}

/**
 * Answers a report: the response is kept, and reaches the reporter by mail. Throws `missing_fields` and `not_found`.
 */
export async function answerReport(
  ctx: Context<'admin'>,
  { id, response: typed }: { id: string; response: string },
): Promise<{ msg: string }> {
  const response = typed.trim();
  if (!response) throw new Problem('missing_fields');
  await ctx.database.transaction(async (tx) => {
    const report = await tx.selectFrom('reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!report) throw new Problem('not_found');
    // Saved once more as it was: the reporter has this answer.
    if (report.response === response) return;
    await setResponse(tx, id, response);
    if (report.email)
      await queueEmail(ctx, tx, report.email, 'report-response', {
        subject: `Re: ${report.subject}`,
        preview: 'The answer to your message.',
        greeting: 'Hello,',
        paragraphs: [response, `You wrote: ${report.message || report.subject}`],
        action: { label: `Open ${ctx.brand}`, url: `${ctx.publicUrl}/support` },
        footnote: 'You are receiving this email because you wrote to us.',
      });
    await recordAudit(tx, ctx, { action: 'answered a report', object: { kind: 'report', id }, detail: { response } });
  });
  return { msg: 'Data update successfully' };
}

export async function deleteReport(ctx: Context<'admin'>, { id }: { id: string }): Promise<{ msg: string }> {
  await ctx.database.transaction(async (tx) => {
    if (!(await dropReport(tx, id))) throw new Problem('not_found');
    await recordAudit(tx, ctx, { action: 'deleted a report', object: { kind: 'report', id } });
  });
  return { msg: 'Report deleted successfully' };
}
