import type { Evidence, Outline } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { Problem } from '@lectern/contract/problem';
import { defaultQuotePrompt } from '@lectern/contract/rules/prompts';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type LanguageEngine, LanguageFailure } from '../../ports/language/port.ts';
import {
  abandonedResultNotice,
  describeModelFailure,
  type Bill,
  openBill,
  toSettlementUsage,
} from './language/token-usage.ts';
import { builtinEngine, buildStandingPrompt } from './language/prompt.ts';
import { judgeDraft, numberTranscript } from './judge-draft.ts';
import { extractSubjectTerms } from './passages.ts';
import { promptSettingsOf } from './settings.ts';
import { openJobOperation } from '../billing/tokens/job-operation.ts';
import type { TokenSettlement } from '../billing/tokens/operations.ts';
import type { VideoRow } from '../videos/find-video.ts';
import type { StepRun } from '../videos/pipeline.ts';
import {
  type Drafted,
  draftOutline,
  planPrompts,
  type OutlineDrafting,
  prepareOutlineDrafting,
} from './draft-outline.ts';
import { listSlideMarks } from './segmentation-input.ts';
import { inOwnPlace, inThread } from '../../platform/subprocess/thread.ts';
import type { DraftOutlineInput } from './outline.thread.ts';

/** Inputs for making chapters. */
type Recording = {
  cues: readonly Cue[];
  evidence: Evidence;
  /** Seconds at which chapters begin that a person has edited. */
  kept: readonly number[];
};

export type OutlineResult = {
  outline: Outline;
  /** The engine that wrote the outline. */
  engine: string;
  /** Quotes a chapter at most, as the member wishes. */
  quotes: number;
  /** Why it is not the model's, or not all of it, for the person. */
  problem: string | undefined;
  /** Closes the record of what it cost, in the transaction that saves it. */
  settle(tx: Queryable): Promise<void>;
};

/**
 * Makes the outline with the language model, if any. The built-in engine completes it, or writes all when the model
 * fails or the token allowance is used up.
 */
export async function makeOutline(
  world: World,
  video: VideoRow,
  recording: Recording,
  run: StepRun,
): Promise<OutlineResult> {
  const { cues, evidence } = recording;
  const settings = await promptSettingsOf(world.database.kysely, video.workspace_id);
  // The standard prompt does not say which subjects quotes should be about.
  const preferred = settings.custom_prompt === defaultQuotePrompt ? [] : extractSubjectTerms(settings.custom_prompt);
  const write = (drafted?: Drafted): Promise<Outline> =>
    writeOutline(
      { cues, evidence, quotes: settings.quote_ct, preferred, ...(drafted ? { draft: drafted.draft } : {}) },
      run.signal,
    );
  const ready = world.language && (await workOf(world, world.language, video, recording, settings, run));
  // Captions without a word are nothing to ask about.
  const work = ready && ready.lines.length > 0 ? ready : undefined;
  const plan = work && planPrompts(work);
  const job = {
    workspaceId: video.workspace_id,
    videoId: video.id,
    operation: 'chapters',
    key: `${video.id}/chapters`,
  };
  const operation = await openJobOperation(world, {
    ...job,
    estimate: plan ? plan.estimate.input + plan.estimate.output : 0,
  });
  const bill = openBill();
  const settlement = (engine: string, results: readonly string[]): TokenSettlement => ({
    engine,
    ...toSettlementUsage(bill),
    systemPrompt: work?.system ?? '',
    customPrompt: work ? `${settings.custom_prompt}\n\n[${work.lines.length} lines of the transcript]` : '',
    result: results.join('\n\n'),
  });
  const writing = async (): Promise<OutlineResult> => {
    const asked = work && plan && !operation.refusal ? await drafting(work, plan, bill, world) : operation.refusal;
    const drafted = asked instanceof Problem ? undefined : asked;
    const outline = await write(drafted);
    const engine = work && drafted ? work.language.identity : builtinEngine;
    const problem = problemOf(asked);
    return {
      outline,
      engine,
      quotes: settings.quote_ct,
      problem,
      settle: (tx) =>
        operation.settle(
          tx,
          settlement(bill.calls.length > 0 && work ? work.language.identity : engine, [
            ...(problem ? [problem] : []),
            ...(bill.calls.length > 0 ? bill.answers : titlesOf(outline)),
          ]),
        ),
    };
  };
  return operation.attempt(run.signal, writing, () =>
    work && bill.calls.length > 0
      ? settlement(work.language.identity, [abandonedResultNotice, ...bill.answers])
      : undefined,
  );
}

const titlesOf = ({ title, chapters }: Outline): string[] => [
  [title, ...chapters.map((each) => each.title)].join('\n'),
];

async function workOf(
  world: World,
  language: LanguageEngine,
  video: VideoRow,
  { cues, evidence, kept }: Recording,
  settings: { quote_ct: number; custom_prompt: string },
  { signal, progress }: StepRun,
): Promise<OutlineDrafting> {
  const standing = await buildStandingPrompt(world.database.kysely, video.workspace_id, cues);
  progress(0.05, `Asking ${language.label}`);
  const context = await language.readContext();
  const { lines, boundaries } = await numberTranscript({ cues, evidence }, signal);
  return prepareOutlineDrafting({
    language,
    context,
    lines,
    boundaries,
    judge: (draft) => judgeDraft({ cues, evidence }, draft, signal),
    slides: listSlideMarks(evidence),
    duration: video.duration,
    kept,
    standing,
    quotes: settings.quote_ct,
    quotePrompt: settings.custom_prompt,
    signal,
    onPrepare: (fraction, note) => progress(fraction * 0.05, note),
    onPart: (part, of) => progress(part / (of + 1), `Asking ${language.label}, part ${part} of ${of}`),
  });
}

/** Resolves to the model's draft, or to the reason there is none. */
async function drafting(
  work: OutlineDrafting,
  plan: ReturnType<typeof planPrompts>,
  bill: Bill,
  { log }: World,
): Promise<Drafted | Problem> {
  try {
    const { language, signal, onPrepare } = work;
    await language.prepare?.({ signal, ...(onPrepare ? { onProgress: onPrepare } : {}) });
    return await draftOutline(work, plan, bill);
  } catch (error) {
    if (!(error instanceof LanguageFailure)) throw error;
    log.warn({ err: error.cause }, error.text);
    return error;
  }
}

function problemOf(asked: Drafted | Problem | undefined): string | undefined {
  const again = 'Choose ReChapter to try again.';
  if (asked instanceof Problem)
    return `Written by the built-in engine because ${describeModelFailure(asked)}. ${again}`;
  const lacking = asked?.lacking;
  if (lacking === undefined) return undefined;
  const why = lacking === 'cut' ? 'the answer of the language model was cut off' : describeModelFailure(lacking);
  return `The built-in engine wrote some of it because ${why}. ${again}`;
}

/** The built-in engine's outline, or a draft that it completes, off the request thread. For jobs. */
export const writeOutline = (material: DraftOutlineInput, signal: AbortSignal): Promise<Outline> =>
  inThread<Outline>(new URL('./outline.thread.ts', import.meta.url), material, inOwnPlace(signal));
