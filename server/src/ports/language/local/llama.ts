import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Settings under which no model can work here. Stops the start; the message is one line for the operator. */
export class LocalModelRefused extends Error {
  override readonly name = 'LocalModelRefused';
  readonly plain = true;
}

/** Adds node-llama-cpp, which has an install script of its own and so is no dependency of the product. */
export const installCommand = 'npm ci --prefix server/model-engine';

const require = createRequire(new URL('../../../../model-engine/package.json', import.meta.url));

/** Whether node-llama-cpp has been added. */
export function isEngineInstalled(): boolean {
  try {
    return require.resolve('node-llama-cpp') !== '';
  } catch {
    return false;
  }
}

/** The parts of node-llama-cpp used here; it is not there when types are checked. */
export type LlamaModule = {
  getLlama(options: object): Promise<Llama>;
  readGgufFileInfo(file: string): Promise<object>;
  GgufInsights: { from(info: object, llama: Llama): Promise<Insights> };
  LlamaChatSession: new (options: { contextSequence: LlamaSequence; systemPrompt: string }) => {
    promptWithMeta(prompt: string, options: object): Promise<{ responseText: string; stopReason: string }>;
  };
};

type Llama = {
  loadModel(options: { modelPath: string; gpuLayers: 0 }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: object): Promise<object>;
};

export type LlamaModel = {
  tokenize(text: string): unknown[];
  createContext(options: { contextSize: number; sequences: 1 }): Promise<LlamaContext>;
};

export type LlamaContext = { getSequence(): LlamaSequence };

type LlamaSequence = { tokenMeter: { getState(): { usedInputTokens: number; usedOutputTokens: number } } };

/** Bytes. */
type Need = { cpuRam: number };
type Insights = {
  modelSize: number;
  estimateContextResourceRequirementsV2(options: { contextSize: number; modelGpuLayers: 0 }): Promise<Need>;
};

/** Loads the engine. Throws where it is not installed. */
export const loadEngine = (): Promise<LlamaModule> =>
  import(pathToFileURL(require.resolve('node-llama-cpp')).href) as Promise<LlamaModule>;
