import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { model, node, tensor, value } from './onnx.ts';

/**
 * A toy Whisper model for the genuine engine: it takes any sound for German and says one sentence. Replaces the real
 * model, which is not available here.
 */
export const toySentence = 'Guten Tag zusammen.';

const pieces = [' Guten', ' Tag', ' zu', 'sammen', '.'];
const [sot, english, german, translate, transcribe, noTimestamps, noSpeech, eot] = [8, 9, 10, 11, 12, 13, 14, 15];
const vocabulary = 16;
const mels = 80;

const encoder = (): Buffer =>
  model({
    nodes: [
      node('Transpose', ['mel'], 'turned', { perm: [0, 2, 1] }),
      node('Unsqueeze', ['turned', 'zero'], 'n_layer_cross_k'),
      node('Identity', ['n_layer_cross_k'], 'n_layer_cross_v'),
    ],
    constants: [tensor('zero', 'int64', [1], BigInt64Array.of(0n))],
    inputs: [value('mel', 'float', ['N', mels, 'T'])],
    outputs: ['k', 'v'].map((which) => value(`n_layer_cross_${which}`, 'float', [1, 'N', 'T', mels])),
    notes: {
      model_type: 'whisper-toy',
      n_mels: mels,
      n_audio_ctx: 3000,
      n_text_layer: 1,
      n_text_ctx: 448,
      n_text_state: mels,
      n_vocab: vocabulary,
      sot,
      sot_index: 0,
      eot,
      blank_id: 7,
      is_multilingual: 1,
      no_speech: noSpeech,
      non_speech_tokens: '',
      transcribe,
      translate,
      sot_prev: 6,
      sot_lm: 6,
      no_timestamps: noTimestamps,
      sot_sequence: [sot, english, transcribe].join(),
      all_language_tokens: [english, german].join(),
      all_language_codes: 'en,de',
    },
  });

/** Builds the table of the token that follows each token. */
function decoder(): Buffer {
  const table = new Float32Array(vocabulary * vocabulary);
  const follow = (token: number, next: number): void => void (table[token * vocabulary + next] = 10);
  follow(sot, german);
  follow(noTimestamps, 0);
  for (const n of pieces.keys()) follow(n, n + 1 < pieces.length ? n + 1 : eot);
  const caches = ['k', 'v'].map((which) => `n_layer_self_${which}_cache`);
  return model({
    nodes: [
      node('Gather', ['table', 'tokens'], 'logits'),
      ...caches.map((cache) => node('Identity', [`in_${cache}`], `out_${cache}`)),
    ],
    constants: [tensor('table', 'float', [vocabulary, vocabulary], table)],
    inputs: [
      value('tokens', 'int64', ['N', 'L']),
      ...caches.map((cache) => value(`in_${cache}`, 'float', [1, 'N', 448, mels])),
      ...['k', 'v'].map((which) => value(`n_layer_cross_${which}`, 'float', [1, 'N', 'T', mels])),
      value('offset', 'int64', [1]),
    ],
    outputs: [
      value('logits', 'float', ['N', 'L', vocabulary]),
      ...caches.map((cache) => value(`out_${cache}`, 'float', [1, 'N', 448, mels])),
    ],
  });
}

export async function writeToyWhisper(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'base-encoder.int8.onnx'), encoder());
  await writeFile(join(folder, 'base-decoder.int8.onnx'), decoder());
  const tokens = pieces.map((piece, n) => `${Buffer.from(piece).toString('base64')} ${n}\n`).join('');
  await writeFile(join(folder, 'base-tokens.txt'), tokens);
}
