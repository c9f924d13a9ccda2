import type { FileCue } from './caption-file.ts';

const label = /^(?:(?:>>|»)>?\s*)?([\p{L}\p{N}][^:：\n<>?!;"]{0,59})(?::\s|：)\s*(?=\S)/u;
const turnMark = /^(?:>>|»)>?\s*/;
// Words that introduce a sentence as a name would.
const introductions =
  /^(?:notes?|questions?|answers?|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|remember|warning|tips?|today|agenda|summary|conclusion|example|for example|bonus|spoiler|fun fact|music|(?:step|part|rule|number|point|option|chapter|lesson|reason) \S+)$/i;

/**
 * Takes speakers out of texts of the form `Sarah Miller: Good morning.` A colon alone makes no speaker: where most
 * cues have a label, it must recur or be capitalised; where few have one, both, and there must be two such names.
 * In the latter case labels mark a change of speaker, so that each holds until the next.
 */
export function nameSpeakers(cues: readonly FileCue[]): FileCue[] {
  if (cues.some((cue) => cue.speaker)) return cues.map(withoutTurnMark);
  const names = cues.map((cue) => candidate(cue.text));
  const counts = Map.groupBy(names, (name) => name);
  counts.delete(undefined);
  const labelled = names.filter(Boolean).length;
  const marksEachCue = labelled * 2 >= cues.length;

  const recurs = (name: string) => (counts.get(name)?.length ?? 0) > 1;
  const accepted = new Set(
    [...counts.keys()].filter((name) => {
      if (!name) return false;
      return marksEachCue ? recurs(name) || isCapitalised(name) : recurs(name) && isCapitalised(name);
    }),
  );
  if (!marksEachCue && accepted.size < 2) return cues.map(withoutTurnMark);

  let current: string | undefined;
  return cues.map((cue, index) => {
    const name = names[index];
    const isNamed = name !== undefined && accepted.has(name);
    if (isNamed) current = name;
    else if (marksEachCue || turnMark.test(cue.text)) current = undefined;
    const text = isNamed ? cue.text.replace(label, '') : cue.text.replace(turnMark, '');
    return { ...cue, text, speaker: current };
  });
}

const withoutTurnMark = (cue: FileCue): FileCue => ({ ...cue, text: cue.text.replace(turnMark, '') });

function candidate(text: string): string | undefined {
  const name = label.exec(text)?.[1]?.trim().replace(/\s+/g, ' ');
  if (!name || name.split(' ').length > 5 || introductions.test(name)) return undefined;
  return name;
}

const particle = /^(?:de|da|do|dos|del|della|der|den|di|du|la|le|van|von|ten|bin|al|el|y|e|and|und|of|the)$/;

function isCapitalised(name: string): boolean {
  const words = name.split(/[\s,]+/).filter(Boolean);
  return words.every((word, index) => /^[(\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word) || (index > 0 && particle.test(word)));
}
