import type { PortalAnswer, PortalCitation } from '@lectern/contract/library/ask';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { portalLimits } from '@lectern/contract/rules/portal-settings';
import { Plan } from '@lectern/contract/accounts/accounts';
import type { Context } from '../../../platform/http/context.ts';
import {
  consumeAttempt,
  countNetworkTry,
  type RateLimit,
  siteForIp,
  tryConsumeAttempt,
} from '../../../platform/limits/rate-limit.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import { askedBy } from '../../../platform/subprocess/thread.ts';
import { tokenBalancesOf } from '../../billing/tokens/balances.ts';
import { globalPrompt } from '../../outline/language/prompt.ts';
import { keysInPortal, type openPortal } from '../../publishing/portal/open-portal.ts';
import {
  findCited,
  type FoundPassages,
  mostPassages,
  passagesAlone,
  prepareAnswer,
  foundNothing,
} from './write-answer.ts';

type OpenPortal = Awaited<ReturnType<typeof openPortal>>;

const ofNetwork: RateLimit = { name: 'ask-portal/network', tries: 20, minutes: 10 };
const ofPortal: RateLimit = { name: 'ask-portal/portal', tries: 600, minutes: 60 };
const byModel: RateLimit = { name: 'ask-portal/model', tries: portalLimits.modelAnswers, minutes: 24 * 60 };

/** Share of its monthly tokens that an owner keeps from strangers. */
const ownersShare = 0.5;
/** Tokens of lines that are sent with a stranger's question at most. */
const mostTokens = 2_000;

/** Strangers ask, and a question may look through millions of lines: of one network there is one at a time. */
const inTurn = createSemaphore({ maxConcurrent: 4, maxQueued: 64, maxPerOwner: 4, maxConcurrentPerOwner: 1 });

const nothing = 'These webinars do not say anything about this.';

/**
 * Answers a visitor's question from what is published. Throws `questions_off` and `too_many_tries`.
 */
export async function answerPortal(
  ctx: Context<'capability'>,
  portal: OpenPortal,
  question: string,
): Promise<PortalAnswer> {
  if (!portal.answers_questions) throw new Problem('questions_off');
  const db = ctx.database.kysely;
  await countNetworkTry(db, ofNetwork, ctx.ip, ctx.now());
  await consumeAttempt(db, ofPortal, portal.workspace_id, ctx.now());
  const found = await inTurn(() => findForVisitor(ctx, portal, question), {
    owner: siteForIp(ctx.ip),
    signal: ctx.signal,
  });
  if (found.passages.length === 0) return foundNothing(ctx, nothing);
  try {
    return (await answerByModel(ctx, portal, question, found)) ?? passagesAlone(found);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    ctx.log.warn({ err: error.cause ?? error }, 'A visitor of a portal got passages alone: the model did not answer.');
    return passagesAlone(found);
  }
}

const askerOf = ({ signal }: Context<'capability'>, portal: OpenPortal) =>
  askedBy(`portal/${portal.workspace_id}`, signal);

async function findForVisitor(
  ctx: Context<'capability'>,
  portal: OpenPortal,
  question: string,
): Promise<FoundPassages<PortalCitation>> {
  const keys = await keysInPortal(ctx, portal);
  const most = ctx.language ? mostPassages.read : mostPassages.shown;
  const wanted = { workspaceId: portal.workspace_id, question, recordings: [...keys.keys()], most };
  return findCited(ctx, wanted, askerOf(ctx, portal), ({ videoId }) => ({ key: keys.get(videoId)! }));
}

/** Answers with the operator's model; undefined where there is none, or no more is to be spent on strangers today. */
async function answerByModel(
  ctx: Context<'capability'>,
  portal: OpenPortal,
  question: string,
  found: FoundPassages<PortalCitation>,
): Promise<PortalAnswer | undefined> {
  const { language } = ctx;
  if (!language || !(await mayAskModel(ctx, portal))) return undefined;
  const charge = { operation: 'ask-portal', workspaceId: portal.workspace_id, videoId: null } as const;
  const answer = await prepareAnswer(ctx, charge, {
    language,
    question,
    found,
    // The owner's own instructions and spellings are not for strangers.
    standing: await globalPrompt(ctx.database.kysely),
    mostTokens,
    label: 'A language model',
    nothing,
    asker: askerOf(ctx, portal),
  });
  return answer();
}

async function mayAskModel(
  ctx: Context<'capability'>,
  { workspace_id: id, plan: name, membership_start }: OpenPortal,
): Promise<boolean> {
  const plan = Plan.parse(name);
  const db = ctx.database.kysely;
  const left = (await tokenBalancesOf(db, [{ id, plan, membership_start }])).get(id) ?? 0;
  if (left < plans[plan].tokens * ownersShare) return false;
  return tryConsumeAttempt(db, byModel, id, ctx.now());
}
