import type { LibraryAnswer, LibraryCitation } from '@lectern/contract/library/ask';
import type { Context } from '../../../platform/http/context.ts';
import { askedBy } from '../../../platform/subprocess/thread.ts';
import { chargedTo } from '../../editing/prompts/run-charged.ts';
import { buildStandingPrompt } from '../../outline/language/prompt.ts';
import { signForMember } from '../../videos/signed-playback-id.ts';
import {
  findCited,
  type FoundPassages,
  mostPassages,
  passagesAlone,
  prepareAnswer,
  foundNothing,
} from './write-answer.ts';

const mostTokens = 6_000;

function nothingIn(recordings: readonly string[] | undefined): string {
  const where =
    recordings === undefined
      ? 'The library does'
      : recordings.length === 1
        ? 'This recording does'
        : 'These recordings do';
  return `${where} not say anything about this.`;
}

type Question = { question: string; recordings?: string[] | undefined };

const findForMember = (
  ctx: Context<'member'>,
  { question, recordings }: Question,
  most: number,
): Promise<FoundPassages<LibraryCitation>> =>
  findCited(
    ctx,
    { workspaceId: ctx.workspace.id, question, recordings, most },
    askedBy(ctx.workspace.id, ctx.signal),
    ({ videoId, playbackId }) => ({ upload_id: videoId, playback_id: signForMember(ctx, playbackId) }),
  );

/** Finds passages that speak of a question, verbatim and with where they stand, the best first. */
export const citePassages = async (
  ctx: Context<'member'>,
  asked: Question,
  atMost: number,
): Promise<LibraryCitation[]> => (await findForMember(ctx, asked, atMost)).citations;

/** Prepares the answer to a question from the recordings of a workspace, or some. */
export async function answerLibrary(ctx: Context<'active'>, asked: Question): Promise<() => Promise<LibraryAnswer>> {
  const { workspace, signal, language } = ctx;
  const found = await findForMember(ctx, asked, language ? mostPassages.read : mostPassages.shown);
  const nothing = nothingIn(asked.recordings);
  if (found.passages.length === 0) return () => Promise.resolve(foundNothing(ctx, nothing));
  if (!language) return () => Promise.resolve(passagesAlone(found));
  return prepareAnswer(
    ctx,
    { operation: 'ask-library', videoId: null, ...chargedTo(ctx) },
    {
      language,
      question: asked.question,
      found,
      standing: await buildStandingPrompt(ctx.database.kysely, workspace.id, found.passages),
      mostTokens,
      label: language.label,
      nothing,
      asker: askedBy(workspace.id, signal),
    },
  );
}
