/** Types of values and tensors in a GGUF file (ggml-org/ggml, docs/gguf.md). */
const kinds = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 } as const;
const alignment = 32;

const width = 64;
const heads = 4;
const hidden = 128;
/** Tokens its positions reach. */
const tinyContext = 65_536;

/** Qwen's: roles between control tokens. */
const chatTemplate = `{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;

const control = ['<unk>', '<|im_start|>', '<|im_end|>'];
/** Every byte is a token, so that any text can be read. */
const bytes = Array.from({ length: 256 }, (_, n) => `<0x${n.toString(16).toUpperCase().padStart(2, '0')}>`);
/** The sign of a space, and printable ASCII. */
const letters = ['\u2581', ...Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n))];
const vocabulary = [...control, ...bytes, ...letters];
const tokenTypes = [2, 3, 3, ...bytes.map(() => 6), ...letters.map(() => 1)];

const uint32 = (n: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(n);
  return buffer;
};
const uint64 = (n: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(n));
  return buffer;
};
const float32 = (n: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(n);
  return buffer;
};
const text = (value: string): Buffer => Buffer.concat([uint64(Buffer.byteLength(value)), Buffer.from(value)]);

type Value = {
  kind: 'uint32' | 'int32' | 'float32' | 'bool' | 'string';
  value: number | string | readonly (number | string)[];
};

function encode({ kind, value }: Value): Buffer {
  const one = (item: number | string): Buffer =>
    typeof item === 'string'
      ? text(item)
      : kind === 'float32'
        ? float32(item)
        : kind === 'bool'
          ? Buffer.of(item)
          : uint32(item);
  if (typeof value !== 'object') return Buffer.concat([uint32(kinds[kind]), one(value)]);
  return Buffer.concat([uint32(kinds.array), uint32(kinds[kind]), uint64(value.length), ...value.map(one)]);
}

const metadataOf = (layers: number): Record<string, Value> => ({
  'general.architecture': { kind: 'string', value: 'llama' },
  'general.name': { kind: 'string', value: 'Tiny' },
  'llama.context_length': { kind: 'uint32', value: tinyContext },
  'llama.embedding_length': { kind: 'uint32', value: width },
  'llama.block_count': { kind: 'uint32', value: layers },
  'llama.feed_forward_length': { kind: 'uint32', value: hidden },
  'llama.rope.dimension_count': { kind: 'uint32', value: width / heads },
  'llama.attention.head_count': { kind: 'uint32', value: heads },
  'llama.attention.head_count_kv': { kind: 'uint32', value: heads },
  'llama.attention.layer_norm_rms_epsilon': { kind: 'float32', value: 1e-5 },
  'llama.vocab_size': { kind: 'uint32', value: vocabulary.length },
  'tokenizer.ggml.model': { kind: 'string', value: 'llama' },
  'tokenizer.ggml.tokens': { kind: 'string', value: vocabulary },
  'tokenizer.ggml.scores': { kind: 'float32', value: vocabulary.map(() => 0) },
  'tokenizer.ggml.token_type': { kind: 'int32', value: tokenTypes },
  'tokenizer.ggml.add_space_prefix': { kind: 'bool', value: 0 },
  'tokenizer.ggml.unknown_token_id': { kind: 'uint32', value: 0 },
  'tokenizer.ggml.bos_token_id': { kind: 'uint32', value: 1 },
  'tokenizer.ggml.eos_token_id': { kind: 'uint32', value: 2 },
  'tokenizer.chat_template': { kind: 'string', value: chatTemplate },
});

const shapesOf = (layers: number): Record<string, readonly number[]> => ({
  'token_embd.weight': [width, vocabulary.length],
  'output_norm.weight': [width],
  'output.weight': [width, vocabulary.length],
  ...Object.assign({}, ...Array.from({ length: layers }, (_, n) => layerOf(n))),
});

const layerOf = (n: number): Record<string, readonly number[]> => ({
  [`blk.${n}.attn_norm.weight`]: [width],
  [`blk.${n}.attn_q.weight`]: [width, width],
  [`blk.${n}.attn_k.weight`]: [width, width],
  [`blk.${n}.attn_v.weight`]: [width, width],
  [`blk.${n}.attn_output.weight`]: [width, width],
  [`blk.${n}.ffn_norm.weight`]: [width],
  [`blk.${n}.ffn_gate.weight`]: [width, hidden],
  [`blk.${n}.ffn_up.weight`]: [width, hidden],
  [`blk.${n}.ffn_down.weight`]: [hidden, width],
});

/** The same numbers for the same seed (mulberry32), between -1 and 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

const padded = (length: number): number => Math.ceil(length / alignment) * alignment;

/** A model of llama's architecture with random weights, as GGUF: it can be loaded and asked, and knows nothing. */
export function makeTinyModel(layers = 1): Buffer {
  const metadata = metadataOf(layers);
  const random = randomNumbers(1);
  const tensors: Buffer[] = [];
  const infos: Buffer[] = [];
  let offset = 0;
  for (const [name, shape] of Object.entries(shapesOf(layers))) {
    const count = shape.reduce((product, size) => product * size, 1);
    const data = Buffer.alloc(padded(count * 4));
    for (let n = 0; n < count; n++) data.writeFloatLE(shape.length === 1 ? 1 : random() / 4, n * 4);
    infos.push(text(name), uint32(shape.length), ...shape.map(uint64), uint32(0), uint64(offset));
    tensors.push(data);
    offset += data.length;
  }
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(Object.keys(metadata).length),
    ...Object.entries(metadata).flatMap(([name, value]) => [text(name), encode(value)]),
    ...infos,
  ]);
  return Buffer.concat([head, Buffer.alloc(padded(head.length) - head.length), ...tensors]);
}
