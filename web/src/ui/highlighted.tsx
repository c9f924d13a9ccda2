import { Fragment } from 'react';

/** Cuts a text at every occurrence of a keyword, ignoring case. Every second part is a match. */
export function splitMatches(text: string, keyword: string): string[] {
  if (keyword === '') return [text];
  const pattern = new RegExp(`(${keyword.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'giu');
  return text.split(pattern);
}

/** A text with the keyword marked in it; never HTML, for the text may come from anybody's recording. */
export function Highlighted({ text, keyword }: { text: string; keyword: string }) {
  return splitMatches(text, keyword).map((part, index) =>
    // The parts of one text never change places.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  );
}
