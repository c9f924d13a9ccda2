import { totalmem } from 'node:os';
import type { OfferedModel } from '@lectern/contract/operations/language-choice';
import type { KnownModel } from '../../../platform/models/manifest.ts';
import { installCommand } from './llama.ts';

/** Bytes for what is neither weights nor the memory of a conversation. */
const workspace = 1_000_000_000;

/**
 * The models that `LANGUAGE_MODEL` names. Size and checksum agree across several public projects that recorded this
 * file independently; they were not checked at the hub.
 */
export const knownModels = {
  'qwen3-4b': {
    label: 'Qwen3-4B-Instruct-2507 (Q4_K_M)',
    licence: 'Apache-2.0',
    url: 'https://huggingface.co/bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF/resolve/ae44f08e1392f39c0e474af10c3ff8355c8b6688',
    files: [
      {
        name: 'Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
        size: 2_497_280_736,
        sha256: '2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e',
      },
    ],
    /** Keys and values of 36 layers, 8 heads, 128 numbers of two bytes each. */
    bytesPerToken: 2 * 36 * 8 * 128 * 2,
  },
} as const satisfies Record<string, KnownModel & { bytesPerToken: number }>;

export type LocalModelName = keyof typeof knownModels;
export const defaultModel: LocalModelName = 'qwen3-4b';

/** Tokens of question and answer together: an hour of speech has up to 18,000. */
export const defaultContext = 32_768;

const sizeOf = (model: LocalModelName): number => knownModels[model].files.reduce((sum, { size }) => sum + size, 0);

/** Bytes of memory a model takes at work with so many tokens of context. */
export const memoryOf = (model: LocalModelName, context: number): number =>
  sizeOf(model) + knownModels[model].bytesPerToken * context + workspace;

/** Bytes of memory this machine has, or the container this process runs in. */
export const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** The share of it a model may take unless it is told otherwise. */
const memoryShare = 0.75;
export const usualMemory = (machine = machineMemory()): number => memoryShare * machine;

/** Tokens of context a model has room for, in whole thousands of 1,024; below 4,096 none. */
export function contextWithin(model: LocalModelName, memory: number): number {
  const tokens = (memory - sizeOf(model) - workspace) / knownModels[model].bytesPerToken;
  return tokens < 4096 ? 0 : Math.floor(tokens / 1024) * 1024;
}

/** Needs of the default model, and the lines that choose it; none where the machine has too little memory. */
export function offerModel(machine = machineMemory()): OfferedModel {
  const { label, licence } = knownModels[defaultModel];
  const context = Math.min(defaultContext, contextWithin(defaultModel, usualMemory(machine)));
  return {
    label,
    licence,
    disk: sizeOf(defaultModel),
    memory: memoryOf(defaultModel, context || 4096),
    machineMemory: machine,
    lines:
      context === 0
        ? []
        : [
            installCommand,
            'LANGUAGE_ENGINE=local',
            ...(context < defaultContext ? [`LANGUAGE_CONTEXT_TOKENS=${context}`] : []),
          ],
  };
}
