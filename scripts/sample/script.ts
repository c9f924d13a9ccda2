/** The spoken script of the sample recording, as `sample/script.md` has it. */
export type Script = { title: string; voices: Map<string, Speaker>; chapters: ScriptChapter[] };
type Speaker = { name: string; role: string; voice: string };
export type ScriptChapter = { title: string; points: string[]; sentences: ScriptSentence[] };
/** `points` is how many lines of the slide are shown while this is said. */
export type ScriptSentence = { speaker: string; text: string; points: number };

/** Reads the script; throws with the line when it has a form that is not known. */
export function parseScript(markdown: string): Script {
  const script: Script = { title: '', voices: new Map(), chapters: [] };
  for (const line of markdown.split('\n').map((raw) => raw.trim())) {
    const chapter = script.chapters.at(-1);
    const [, name = '', role = '', voice = ''] = /^- (.+), (\w+), voice (\w+)$/.exec(line) ?? [];
    const [, speaker = '', text = ''] = /^([\w ]+): (.+)$/.exec(line) ?? [];
    if (line.startsWith('# ')) script.title = line.slice(2);
    else if (line.startsWith('## ')) script.chapters.push({ title: line.slice(3), points: [], sentences: [] });
    else if (voice) script.voices.set(name, { name, role, voice });
    else if (!chapter || !line) continue;
    else if (line.startsWith('* ')) chapter.points.push(line.slice(2));
    else if (script.voices.has(speaker)) chapter.sentences.push({ speaker, text, points: chapter.points.length });
    else throw new Error(`sample/script.md: this line is no sentence of a known speaker: ${line}`);
  }
  return script;
}
