import { tooFewWordsNotice } from '@lectern/contract/rules/pipeline';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { videoById, type VideoRow } from '../videos/find-video.ts';
import { lockVideoIfThere } from '../videos/lock-video.ts';
import { replaceSummary } from '../videos/outline-texts.ts';
import { setStepNotice } from '../videos/pipeline.ts';
import { saveOutlineHistory, outlineOf } from './outline-history.ts';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { Problem } from '@lectern/contract/problem';
import { estimateTokens } from '../../platform/text/estimate-tokens.ts';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type LanguageEngine, LanguageFailure, type LanguageQuestion } from '../../ports/language/port.ts';
import {
  abandonedResultNotice,
  describeModelFailure,
  askModel,
  type Bill,
  openBill,
  toSettlementUsage,
} from './language/token-usage.ts';
import { builtinEngine, createFenceMark, buildStandingPrompt, systemPrompt } from './language/prompt.ts';
import { linesIn, fenceLines, type PromptLine, sentLines, tokensOfLines } from './language/transcript-text.ts';
import { readTextField } from './language/read-answer.ts';
import { openJobOperation } from '../billing/tokens/job-operation.ts';
import type { TokenSettlement } from '../billing/tokens/operations.ts';
import { shownChaptersOf } from './chapters-of.ts';
import {
  answerTokens,
  chaptersQuestion,
  outlineInstructions,
  SummaryAnswer,
  summaryQuestion,
  summaryWish,
} from './outline-prompts.ts';
import { writeOutline } from './make-outline.ts';
import { namesLanguage, repairTexts, unlessItFails } from './draft-outline.ts';
import { judgeDraft, proveSummary } from './judge-draft.ts';
import type { NumberedLine } from '@lectern/chaptering/draft/numbered-lines';
import type { OutlineDraft } from '@lectern/chaptering/draft/place-chapters';

/**
 * Rewrites a video's summary, because the person asked for it; one they wrote themselves stays. What keeps the model
 * from it is told at the chapters.
 */
export const summaryJob: JobDefinition<World, { videoId: string }> = {
  name: 'summary',
  // It may wait for a language model: one member's leaves a place to the others.
  slots: 2,
  fairByMember: true,
  maxPerMember: 1,
  async run(world, { videoId }, { signal }) {
    const video = await videoById(world.database.kysely, videoId);
    if (!video) return;
    const cues = await cuesOf(world.database.kysely, videoId);
    const { summary, problem, settle } = await makeSummary(world, video, cues, signal);
    await world.database.transaction(async (tx) => {
      // Deleted meanwhile: its tokens were released with it, or what it has cost is settled.
      if (!(await lockVideoIfThere(tx, videoId))) return settle(tx);
      const before = await outlineOf(tx, videoId);
      const isPersons = before.summary_by_person && before.summary !== '';
      if (summary !== undefined && !isPersons) {
        if (before.summary !== '')
          await saveOutlineHistory(tx, videoId, { kind: 'summary', outline: before, at: world.now() });
        await replaceSummary(tx, videoId, summary);
      }
      await setStepNotice(
        tx,
        videoId,
        'chapters',
        summary === '' && before.summary === ''
          ? { beginning: tooFewWordsNotice, problem: tooFewWordsNotice }
          : { beginning: notByModelNotice, problem },
      );
      await settle(tx);
    });
  },
};

/** A transcript up to so many tokens is sent whole; of a longer one its chapters say enough. */
const whole = 12_000;
/** Characters of a summary. */
const longest = 1500;

/** How the note begins on a summary the model has not written. */
const notByModelNotice = 'The summary is not the language model’s';

type MadeSummary = {
  /** Undefined: the one there is stays. */
  summary: string | undefined;
  /** Why it is not the model's, for the person. */
  problem: string | undefined;
  settle(tx: Queryable): Promise<void>;
};

/** The summary of a video once more: by the language model, if there is one, else by the built-in engine. */
async function makeSummary(
  world: World,
  video: VideoRow,
  cues: readonly Cue[],
  signal: AbortSignal,
): Promise<MadeSummary> {
  const { language } = world;
  const asked = language && (await questionFor(world, language, video, cues, signal));
  const operation = await openJobOperation(world, {
    workspaceId: video.workspace_id,
    videoId: video.id,
    operation: 'generate-summary',
    key: `${video.id}/summary`,
    estimate: asked?.estimate ?? 0,
  });
  const bill = openBill();
  const settlement = (engine: string, results: readonly (string | undefined)[]): TokenSettlement => ({
    engine,
    ...toSettlementUsage(bill),
    systemPrompt: asked?.question.system ?? '',
    customPrompt: asked ? summaryWish : '',
    result: results.filter(Boolean).join('\n\n'),
  });
  const writing = async (): Promise<MadeSummary> => {
    const found =
      operation.refusal ?? (language && asked ? await modelsSummary(language, asked, video, cues, bill) : undefined);
    const problem =
      found instanceof Problem ? `${notByModelNotice} because ${describeModelFailure(found)}.` : undefined;
    const summary =
      typeof found === 'string'
        ? found
        : problem && video.summary !== ''
          ? undefined
          : await ownSummary(video, cues, signal);
    return {
      summary,
      problem,
      settle: (tx) =>
        operation.settle(
          tx,
          settlement(language && bill.calls.length > 0 ? language.identity : builtinEngine, [
            problem,
            ...(bill.calls.length > 0 ? bill.answers : [summary]),
          ]),
        ),
    };
  };
  return operation.attempt(signal, writing, () =>
    language && bill.calls.length > 0
      ? settlement(language.identity, [abandonedResultNotice, ...bill.answers])
      : undefined,
  );
}

type Asked = {
  question: LanguageQuestion;
  mark: string;
  context: number;
  lines: readonly NumberedLine[];
  mayTranslate: boolean;
  estimate: number;
};

async function questionFor(
  world: World,
  language: LanguageEngine,
  video: VideoRow,
  cues: readonly Cue[],
  signal: AbortSignal,
): Promise<Asked> {
  const mark = createFenceMark();
  const [context, standing, lines, chapters] = await Promise.all([
    language.readContext(),
    buildStandingPrompt(world.database.kysely, video.workspace_id, cues),
    linesIn(cues, signal),
    shownChaptersOf(world.database.kysely, video.id),
  ]);
  const sent = sentLines(lines);
  const fits = tokensOfLines(sent) <= Math.min(whole, context / 2);
  const prompt =
    fits || chapters.length === 0
      ? summaryQuestion(fenceLines(fits ? sent : beginning(sent), mark))
      : chaptersQuestion(chapters, mark);
  const system = systemPrompt(standing, outlineInstructions, mark);
  const question = { system, prompt, schema: SummaryAnswer, longest: answerTokens.whole + 2000, signal };
  const mayTranslate = namesLanguage(standing);
  const estimate = estimateTokens(system) + estimateTokens(prompt) + answerTokens.whole;
  return { question, mark, context, lines, mayTranslate, estimate };
}

/** As many lines as are sent, of a recording without chapters. */
function beginning(lines: readonly PromptLine[]): PromptLine[] {
  let tokens = 0;
  return lines.filter((line) => (tokens += line.tokens) <= whole / 3);
}

async function modelsSummary(
  language: LanguageEngine,
  { question, mark, context, lines, mayTranslate }: Asked,
  { duration }: VideoRow,
  cues: readonly Cue[],
  bill: Bill,
): Promise<string | LanguageFailure> {
  const material = { cues, evidence: { duration } };
  const { system, signal } = question;
  const judge = (draft: OutlineDraft) => judgeDraft(material, draft, signal);
  try {
    const { value } = await askModel(language, question, bill);
    const summary = readTextField(value, 'summary', 20_000);
    const first = { title: '', description: '', summary, chapters: [], silent: [], mark, mayTranslate };
    const draft = await unlessItFails(first, () =>
      repairTexts({ language, context, system, mark, lines, slides: [], signal, judge }, first, bill),
    );
    const text = await proveSummary(material, draft, longest, signal);
    return (
      text ?? new LanguageFailure('language_failed', { cause: value, detail: 'The language model wrote no summary.' })
    );
  } catch (error) {
    if (error instanceof LanguageFailure) return error;
    throw error;
  }
}

async function ownSummary({ duration }: VideoRow, cues: readonly Cue[], signal: AbortSignal): Promise<string> {
  const { summary } = await writeOutline({ cues, evidence: { duration }, quotes: 1, preferred: [] }, signal);
  return summary;
}
