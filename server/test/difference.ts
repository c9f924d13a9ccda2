/** Mean absolute difference of two raw RGB pictures of equal size, 0 to 255. */
export function measurePixelDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += Math.abs(a[i]! - b[i]!);
  return a.length > 0 ? sum / a.length : 0;
}
