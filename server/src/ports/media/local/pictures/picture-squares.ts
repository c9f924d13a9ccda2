/** Side of a square, in pixels. */
const side = 8;
/** Most that one picture tells of the noise of a square, in grey levels: a new slide is none. */
const loud = 12;
/** Share of the pixels of a square and its neighbours that move in a picture, and on average, where nothing counts. */
const stirring = 0.03;
const busy = 0.15;
/** Weight of a new picture in an average; the first have more. */
const weight = 1 / 8;

/** The squares of a picture, how noisy each is and how much moves in it and around it, from one picture to the next. */
export function pictureSquares(width: number, height: number) {
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const count = across * down;
  const squareOf = Uint16Array.from(
    { length: width * height },
    (_, pixel) => Math.floor(pixel / width / side) * across + Math.floor((pixel % width) / side),
  );
  const pixels = new Uint8Array(count);
  for (const square of squareOf) pixels[square]! += 1;
  const around = Array.from({ length: count }, (_, square) => {
    const isNear = (other: number): boolean =>
      Math.abs((other % across) - (square % across)) < 2 &&
      Math.abs(Math.floor(other / across) - Math.floor(square / across)) < 2;
    return Array.from({ length: count }, (_, other) => other).filter(isNear);
  });
  const [noise, motion] = [new Float64Array(count), new Float64Array(count)];
  const [differences, movements] = [new Uint32Array(count), new Uint8Array(count)];
  let stirs: boolean[] = [];
  let isBusy: boolean[] = [];
  let seen = 0;
  const sum = (squares: readonly number[], values: Uint8Array | Float64Array): number =>
    squares.reduce((total, square) => total + values[square]!, 0);

  return {
    noiseAt: (pixel: number): number => noise[squareOf[pixel]!]!,
    see(pixel: number, difference: number, moves: boolean): void {
      differences[squareOf[pixel]!]! += difference;
      if (moves) movements[squareOf[pixel]!]! += 1;
    },
    /** After all pixels of a picture. */
    next(): void {
      seen += 1;
      stirs = around.map((squares) => sum(squares, movements) > sum(squares, pixels) * stirring);
      for (let square = 0; square < count; square += 1) {
        const difference = Math.min(loud, differences[square]! / pixels[square]!);
        noise[square]! += (difference - noise[square]!) * Math.max(weight, 1 / seen);
        motion[square]! += (movements[square]! / pixels[square]! - motion[square]!) * weight;
      }
      isBusy = around.map((squares) => sum(squares, motion) > squares.length * busy);
      differences.fill(0);
      movements.fill(0);
    },
    /** Whether next to nothing moved here in the last picture. */
    isStill: (pixel: number): boolean => !stirs[squareOf[pixel]!],
    /** Whether much moves here on average. */
    isBusy: (pixel: number): boolean => isBusy[squareOf[pixel]!]!,
  };
}
