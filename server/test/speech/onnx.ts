import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes models in the ONNX format: protocol buffers, as far as toys need them. */
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

export const value = (name: string, type: Type, shape: (number | string)[]): Buffer => {
  const dims = shape.map((dim) => bytes(1, typeof dim === 'number' ? int(1, dim) : bytes(2, dim)));
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, int(1, types[type]), bytes(2, ...dims)))]);
};
export const tensor = (name: string, type: Type, dims: number[], data: Float32Array | BigInt64Array): Buffer =>
  Buffer.concat([
    ...dims.map((dim) => int(1, dim)),
    int(2, types[type]),
    bytes(8, name),
    bytes(9, Buffer.from(data.buffer)),
  ]);
export const node = (op: string, inputs: string[], output: string, lists: Record<string, number[]> = {}): Buffer =>
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

export const model = ({ nodes, constants = [], inputs, outputs: results, notes = {} }: Graph): Buffer =>
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

/** Files of a folder as a hub has them, with the manifest that lists them. */
export async function withManifest(folder: string, names: readonly string[]): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (const name of names) files[name] = await readFile(join(folder, name));
  const listed = Object.entries(files).map(([name, bytes]) => ({
    name,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  return { ...files, 'manifest.json': Buffer.from(JSON.stringify({ files: listed })) };
}
