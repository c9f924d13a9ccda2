/** The movie box of a sample, which stands behind its type. */
const findBox = (recording: Buffer): { start: number; end: number } => {
  const start = recording.readUInt32BE(0);
  return { start, end: start + recording.readUInt32BE(start) };
};

/** A sample as encoders write it, with its movie box at the end, and where that begins there. */
export function moveBoxToEnd(recording: Buffer): { bytes: Buffer; tail: number } {
  const { start, end } = findBox(recording);
  const bytes = Buffer.concat([recording, recording.subarray(start, end)]);
  bytes.write('free', start + 4, 'latin1');
  return { bytes, tail: recording.length };
}
