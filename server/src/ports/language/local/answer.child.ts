import { Problem } from '@lectern/contract/problem';
import { serveSubprocess } from '../../../platform/subprocess/answer.ts';
import { asGrammarSchema } from './grammar-schema.ts';
import { type LlamaContext, type LlamaModel, loadEngine } from './llama.ts';

export type AnswerOrder = {
  /** The weights, as GGUF. */
  file: string;
  system: string;
  prompt: string;
  /** JSON schema of the answer; undefined for plain text. */
  schema: object | undefined;
  /** Tokens the answer may have; undefined: whatever has room. */
  longest: number | undefined;
  temperature: number;
  /** Tokens of question and answer together. */
  context: number;
  /** Bytes this process may take. */
  memory: number;
  threads: number;
};

export type LocalAnswer = { text: string; isCut: boolean; input: number; output: number };

/** Tokens that mark roles. */
const marks = 64;

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

/** Room for the tokens. The engine tells only that it failed, and nothing but memory is asked for here. */
const openContext = (model: LlamaModel, contextSize: number): Promise<LlamaContext> =>
  model.createContext({ contextSize, sequences: 1 }).catch((error: unknown) => {
    throw new Problem('reading_stopped', { cause: error });
  });

await serveSubprocess('language_refused', async (order: AnswerOrder): Promise<LocalAnswer> => {
  const { file, system, prompt, schema, longest, temperature, context, memory, threads } = order;
  const { getLlama, readGgufFileInfo, GgufInsights, LlamaChatSession } = await loadEngine();
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    progressLogs: false,
    logLevel: 'error',
    maxThreads: threads,
  });
  const insights = await GgufInsights.from(await readGgufFileInfo(file), llama);
  const { cpuRam } = await insights.estimateContextResourceRequirementsV2({ contextSize: context, modelGpuLayers: 0 });
  const needed = insights.modelSize + cpuRam;
  // Told before, because an allocation that fails ends the process.
  if (needed > memory)
    throw new Problem('language_refused', {
      cause: `it needs ${gigabytes(needed)} GB of memory and may take ${gigabytes(memory)} GB. Set a smaller LANGUAGE_CONTEXT_TOKENS, or a larger LANGUAGE_MEMORY_BYTES`,
    });
  const model = await llama.loadModel({ modelPath: file, gpuLayers: 0 });
  const asked = model.tokenize(system).length + model.tokenize(prompt).length + marks;
  if (asked >= context)
    throw new Problem('language_refused', {
      cause: `the question has ${asked} tokens, and LANGUAGE_CONTEXT_TOKENS is ${context}`,
    });
  const sequence = (await openContext(model, context)).getSequence();
  const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: system });
  const { responseText, stopReason } = await session.promptWithMeta(prompt, {
    ...(schema && { grammar: await llama.createGrammarForJsonSchema(asGrammarSchema(schema)) }),
    maxTokens: Math.min(longest ?? Infinity, context - asked),
    temperature,
    // Line numbers and words of the transcript have to be repeated.
    repeatPenalty: false,
    budgets: { thoughtTokens: 0 },
  });
  const { usedInputTokens: input, usedOutputTokens: output } = sequence.tokenMeter.getState();
  return { text: responseText, isCut: stopReason === 'maxTokens', input, output };
});
