import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isStopWord, normaliseWord } from '../src/terms.ts';
import { foldOf } from './examples.ts';
import { readTalks, type Talk } from './talks.ts';

/**
 * Learns from neighbouring words which common words act or describe, and which occur in every show: `node
 * chaptering/train/word-classes.ts --data FOLDER_OF_TALKS`. Deterministic; keeps only the lists.
 */
const BEFORE = {
  name: setOf('the a an this these those my your our their its his her each every some any no another'),
  action:
    setOf(`to i you we they he she who it will would can could should must may might don't didn't can't won't let's
    i'll we'll you'll they'll`),
  state: setOf("be is are was were been being it's they're that's not so very too more really just"),
};
const AFTER_ACTION = setOf(
  'the a an this that these those my your our their his it them him her us me you up out off over down back',
);
/** Rarer words, and words of fewer folds of shows, say too little. */
const LEAST = { count: 12, folds: 4 };
/** Told by their endings (`phrase-words.ts`). */
const RULED = /(?:ly|ed|ful|able|ible|ous)$/;

type Use = {
  count: number;
  named: number;
  heads: number;
  acted: number;
  state: number;
  capital: number;
  folds: Set<string>;
  talks: number;
};

function setOf(words: string): Set<string> {
  return new Set(words.split(/\s+/));
}

function usesIn(talks: readonly Talk[]): Map<string, Use> {
  const uses = new Map<string, Use>();
  for (const talk of talks) {
    const heard = new Set<string>();
    for (const { text } of talk.cues) {
      const spoken = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*|[^\s\p{L}\p{N}]+/gu) ?? [];
      const words = spoken.map(normaliseWord);
      words.forEach((word, i) => {
        if (!/^\p{Ll}{3}[\p{Ll}-]*$/u.test(word) || isStopWord(word) || RULED.test(word)) return;
        const use = uses.get(word) ?? {
          count: 0,
          named: 0,
          heads: 0,
          acted: 0,
          state: 0,
          capital: 0,
          folds: new Set(),
          talks: 0,
        };
        uses.set(word, use);
        const [second = '.', before = '.', after = '.'] = [words[i - 2], words[i - 1], words[i + 1]];
        use.count++;
        use.folds.add(foldOf(talk));
        if (!heard.has(word)) use.talks++;
        heard.add(word);
        const isNamed = before === 'of' || BEFORE.name.has(before) || (BEFORE.name.has(second) && isSubject(before));
        if (isNamed) use.named++;
        if (isNamed && !isSubject(after)) use.heads++;
        if (BEFORE.action.has(before)) use.acted++;
        if (AFTER_ACTION.has(after)) use.acted += 0.5;
        if (BEFORE.state.has(before)) use.state++;
        if (i > 0 && /^\p{Lu}/u.test(spoken[i]!)) use.capital++;
      });
    }
  }
  return uses;
}

const isSubject = (word: string): boolean => /^\p{L}/u.test(word) && !isStopWord(word);

const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/data/talks' } } });
const talks = readTalks(values.data);
const folds = new Set(talks.map(foldOf)).size;
const known = [...usesIn(talks)]
  .filter(([, use]) => use.count >= LEAST.count && use.folds.size >= LEAST.folds && use.capital < 0.4 * use.count)
  .sort(([a], [b]) => (a < b ? -1 : 1));
const listed = (of: (use: Use, word: string) => boolean): string =>
  known
    .filter(([word, use]) => of(use, word))
    .map(([word]) => word)
    .join(' ');

/** Endings of things, which may well stand before other things: 'detection rate'. */
const NAMING = /(?:ing|tion|ment|ance|ence|ity|ness|ware|ism|ship)$/;

const isAction = ({ count, heads, acted }: Use): boolean => heads < 0.12 * count && acted > 2 * heads + 0.2 * count;
const isDescribing = ({ count, named, heads, state }: Use, word: string): boolean =>
  !NAMING.test(word) &&
  ((named > 0.15 * count && heads < 0.3 * named) ||
    (state > 0.12 * count && heads < 0.7 * named && heads < 0.2 * count));
const isGeneral = (use: Use): boolean => use.folds.size === folds && use.talks > 0.22 * talks.length;

writeFileSync(
  join(import.meta.dirname, '../src/writing/word-classes.json'),
  `${JSON.stringify(
    {
      about: `Common words of spoken English by use, learnt by chaptering/train/word-classes.ts from ${talks.length} recordings`,
      actions: listed(isAction),
      describing: listed((use, word) => !isAction(use) && isDescribing(use, word)),
      general: listed((use) => !isAction(use) && isGeneral(use)),
    },
    undefined,
    2,
  )}\n`,
);
