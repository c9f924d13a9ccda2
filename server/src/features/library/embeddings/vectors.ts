/** A vector with a signed byte a dimension: its direction, to half a percent. */
export function packVector(vector: Float32Array): Int8Array {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / most) * 127));
}

/** The signs of a vector as PostgreSQL writes bits: two that are alike in most of them point much the same way. */
export const sketchOf = (vector: Float32Array): string =>
  Array.from(vector, (value) => (value > 0 ? '1' : '0')).join('');

/** The cosine of the angle between two vectors. */
export function cosineOf(one: Float32Array | Int8Array, other: Float32Array | Int8Array): number {
  let [product, ofOne, ofOther] = [0, 0, 0];
  for (const [n, value] of one.entries()) {
    const beside = other[n]!;
    product += value * beside;
    ofOne += value * value;
    ofOther += beside * beside;
  }
  return product / (Math.sqrt(ofOne * ofOther) || 1);
}
