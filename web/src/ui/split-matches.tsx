import { Fragment } from 'react';
import { splitMatches } from './split-matches.ts';

/** A text with the keyword marked in it; never HTML, for the text may come from anybody's recording. */
export function Highlighted({ text, keyword }: { text: string; keyword: string }) {
  return splitMatches(text, keyword).map((part, index) =>
    // The parts of one text never change places.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  );
}
