/** Tells how far something is: 0 to 1, or undefined where that is not known. */
export type Progress = (what: string, share: number | undefined) => void;

/** Progress on a line of its own of a terminal, and elsewhere in lines, at most one for each tenth. */
export function createProgress(stream: NodeJS.WriteStream): { tell: Progress; end(): void } {
  let last = '';
  return {
    tell(what, share) {
      const percent = share === undefined ? undefined : Math.floor(share * 100);
      const step = percent === undefined || stream.isTTY ? percent : Math.floor(percent / 10) * 10;
      const line = step === undefined ? what : `${String(step).padStart(3)} %  ${what}`;
      if (line === last) return;
      last = line;
      stream.write(stream.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end: () => void (stream.isTTY && last !== '' && stream.write('\r\x1b[K')),
  };
}
