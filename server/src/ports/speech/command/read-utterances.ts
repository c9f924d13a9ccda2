import type { SpeechSegment, RecognisedWord } from '../port.ts';

/** `word start end confidence`, as `pocketsphinx_continuous -time yes` prints it below each utterance. */
const timedWord = /^(\S+) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)\s*$/;

/** Marks for the beginning and end of an utterance, silence, noise, and steps of a grammar. */
const filler = /^(?:<.*>|\[.*\]|\+\+.*\+\+|\(NULL\))$/;

const segmentOf = (words: RecognisedWord[]): SpeechSegment => ({
  start: words[0]!.start,
  end: words.at(-1)!.end,
  words,
});

/**
 * Reads the recogniser's lines as they come: the text of an utterance, then its words with their times, and so on.
 * Makes a segment of each utterance with words.
 */
export async function* readUtterances(lines: AsyncIterable<string>): AsyncGenerator<SpeechSegment> {
  let words: RecognisedWord[] = [];
  for await (const line of lines) {
    const [isWord, text = '', start, end, confidence] = timedWord.exec(line) ?? [];
    if (!isWord) {
      if (words.length > 0) yield segmentOf(words);
      words = [];
    } else if (!filler.test(text))
      words.push({
        // The dictionary's second pronunciation of "and" is "and(2)".
        text: text.replace(/\(\d+\)$/, ''),
        start: Number(start),
        end: Number(end),
        confidence: Math.min(1, Number(confidence)),
      });
  }
  if (words.length > 0) yield segmentOf(words);
}
