import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A toy in the format of Parakeet (NeMo TDT transducer in ONNX) that the genuine engine loads and runs: it knows no
 * language and says one of its syllables every third of a second of speech, chosen by the sound. What it says is
 * nonsense, but always the same for the same sound. It stands for the real model, which is 670 MB and cannot be
 * fetched where this was written.
 */
const syllables = ['ba', 'do', 'fe', 'gi', 'ka', 'lu', 'mo', 'ne', 'pi', 'ra', 'so', 'tu', 'va', 'wi', 'ze', 'yo'];

export const toyFiles = ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'] as const;

const features = 128;
const hidden = 4;
const durations = 5;
const outputs = syllables.length + 1 + durations;

// Protocol buffers, as far as ONNX needs them.
const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
};
const int = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, ...parts: (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
};

type Type = 'float' | 'int32' | 'int64';
const types = { float: 1, int32: 6, int64: 7 };

const value = (name: string, type: Type, shape: (number | string)[]): Buffer => {
  const dims = shape.map((dim) => bytes(1, typeof dim === 'number' ? int(1, dim) : bytes(2, dim)));
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, int(1, types[type]), bytes(2, ...dims)))]);
};
const tensor = (name: string, type: Type, dims: number[], data: Float32Array | BigInt64Array): Buffer =>
  Buffer.concat([
    ...dims.map((dim) => int(1, dim)),
    int(2, types[type]),
    bytes(8, name),
    bytes(9, Buffer.from(data.buffer)),
  ]);
const node = (op: string, inputs: string[], output: string, lists: Record<string, number[]> = {}): Buffer =>
  Buffer.concat([
    ...inputs.map((input) => bytes(1, input)),
    bytes(2, output),
    bytes(4, op),
    ...Object.entries(lists).map(([name, list]) =>
      bytes(5, bytes(1, name), ...list.map((item) => int(8, item)), int(20, 7)),
    ),
  ]);

type Graph = {
  nodes: Buffer[];
  constants?: Buffer[];
  inputs: Buffer[];
  outputs: Buffer[];
  notes?: Record<string, string | number>;
};

const model = ({ nodes, constants = [], inputs, outputs: results, notes = {} }: Graph): Buffer =>
  Buffer.concat([
    int(1, 8),
    bytes(
      7,
      ...nodes.map((one) => bytes(1, one)),
      bytes(2, 'toy'),
      ...constants.map((one) => bytes(5, one)),
      ...inputs.map((one) => bytes(11, one)),
      ...results.map((one) => bytes(12, one)),
    ),
    bytes(8, int(2, 13)),
    ...Object.entries(notes).map(([key, note]) => bytes(14, bytes(1, key), bytes(2, String(note)))),
  ]);

/** Means of eight frames of features. */
const encoder = (): Buffer =>
  model({
    nodes: [
      node('AveragePool', ['audio_signal'], 'outputs', { kernel_shape: [8], strides: [8] }),
      node('Div', ['length', 'eight'], 'encoded_lengths'),
    ],
    constants: [tensor('eight', 'int64', [1], BigInt64Array.of(8n))],
    inputs: [value('audio_signal', 'float', ['N', features, 'T']), value('length', 'int64', ['N'])],
    outputs: [value('outputs', 'float', ['N', features, 'S']), value('encoded_lengths', 'int64', ['N'])],
    notes: {
      vocab_size: syllables.length,
      normalize_type: 'per_feature',
      pred_rnn_layers: 1,
      pred_hidden: hidden,
      subsampling_factor: 8,
      feat_dim: features,
      model_type: 'EncDecRNNTBPEModel',
      // By this address the engine knows that the joiner also says how far to step.
      url: 'parakeet-tdt-toy',
    },
  });

/** Remembers nothing. */
const decoder = (): Buffer =>
  model({
    nodes: [
      node('Transpose', ['states.1'], 'outputs', { perm: [1, 2, 0] }),
      node('Identity', ['target_length'], 'prednet_lengths'),
      node('Identity', ['states.1'], 'states'),
      node('Identity', ['states.2'], 'states.3'),
    ],
    inputs: [
      value('targets', 'int32', ['N', 1]),
      value('target_length', 'int32', ['N']),
      value('states.1', 'float', [1, 'N', hidden]),
      value('states.2', 'float', [1, 'N', hidden]),
    ],
    outputs: [
      value('outputs', 'float', ['N', hidden, 1]),
      value('prednet_lengths', 'int32', ['N']),
      value('states', 'float', [1, 'N', hidden]),
      value('states.3', 'float', [1, 'N', hidden]),
    ],
  });

/** Weighs the features for each syllable; never silence, and always the longest step. */
function joiner(): Buffer {
  const weights = new Float32Array(features * outputs);
  for (let n = 0; n < weights.length; n += 1)
    weights[n] = n % outputs < syllables.length ? (((n * 7919) % 1009) / 1009 - 0.5) * 2 : 0;
  const bias = new Float32Array(outputs);
  bias[syllables.length] = -100;
  bias[outputs - 1] = 100;
  return model({
    nodes: [
      node('Transpose', ['encoder_outputs'], 'turned', { perm: [0, 2, 1] }),
      node('MatMul', ['turned', 'weights'], 'weighed'),
      node('Add', ['weighed', 'bias'], 'outputs'),
    ],
    constants: [tensor('weights', 'float', [features, outputs], weights), tensor('bias', 'float', [outputs], bias)],
    inputs: [
      value('encoder_outputs', 'float', ['N', features, 1]),
      value('decoder_outputs', 'float', ['N', hidden, 1]),
    ],
    outputs: [value('outputs', 'float', ['N', 1, outputs])],
  });
}

/** Every second syllable begins a word. */
const tokens = (): string =>
  [...syllables.map((syllable, n) => (n % 2 === 0 ? `▁${syllable}` : syllable)), '<blk>']
    .map((token, n) => `${token} ${n}\n`)
    .join('');

export async function writeToyModel(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const contents = [encoder(), decoder(), joiner(), tokens()];
  await Promise.all(toyFiles.map((name, n) => writeFile(join(folder, name), contents[n]!)));
}
