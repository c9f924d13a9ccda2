/** Calls `take` with each raw picture as ffmpeg delivers it, in order. */
export function eachPicture(size: number, take: (picture: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (; rest.length - at >= size; at += size) take(rest.subarray(at, at + size));
    rest = Buffer.from(rest.subarray(at));
  };
}
