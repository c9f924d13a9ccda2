/** As what UTF-8 is taken by mistake; the first one that undoes all of it was it. */
const mistaken = ['windows-1252', 'windows-1250', 'windows-1251', 'windows-1254', 'macintosh', 'ibm866'] as const;

/** The byte that each letter of a code page stands for. */
const bytesOf = (encoding: string): ReadonlyMap<string, number> => {
  const decoder = new TextDecoder(encoding);
  return new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
};

/** Programs may have done it one after the other. */
const mostTimes = 3;

/**
 * Undoes what programs do that take UTF-8 for a code page and write it as UTF-8 once more: `GrÃ¶ÃŸe`. It counts only
 * where nearly all letters beyond ASCII read as UTF-8 again, which those of no language do by chance.
 */
export function mendDoubleEncoding(text: string): { text: string; twice?: string } {
  let mended: { text: string; twice?: string } = { text };
  for (let times = 0; times < mostTimes; times += 1) {
    const next = undoOnce(mended.text);
    if (!next) break;
    mended = next;
  }
  return mended;
}

function undoOnce(text: string): { text: string; twice: string } | undefined {
  for (const twice of mistaken) {
    const bytes = bytesOf(twice);
    const found = { undone: 0, letters: 0, left: 0 };
    const next = text.replace(/[^\0-\x7F]+/g, (run) => {
      const undone = undo(run.replace(/^\uFEFF/, ''), bytes);
      if (undone === undefined) {
        if (/\p{L}/u.test(run)) found.left += 1;
        return run;
      }
      found.undone += 1;
      found.letters += Array.from(undone).length;
      return undone;
    });
    const isCertain = found.letters > 1 || /Ã[\x80-\xBF]|â€/.test(text);
    if (found.undone > found.left * 4 && found.undone > 0 && isCertain) return { text: next, twice };
  }
  return undefined;
}

/** Letters of UTF-8, as bytes: a decoder that throws for each that is none would cost a hundred times as much. */
const utf8 = /^(?:[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3})+$/;

/** The letters that a run of others stands for; undefined where it stands for itself. */
function undo(run: string, bytes: ReadonlyMap<string, number>): string | undefined {
  const taken: number[] = [];
  for (const letter of run) {
    const byte = bytes.get(letter);
    if (byte === undefined) return undefined;
    taken.push(byte);
  }
  const found = Buffer.from(taken);
  if (!utf8.test(found.toString('latin1'))) return undefined;
  const undone = found.toString('utf8');
  return undone.includes('\uFFFD') ? undefined : undone;
}
