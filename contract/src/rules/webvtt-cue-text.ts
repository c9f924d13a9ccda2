import { decodeHTML } from 'entities/decode';

const elements = ['c', 'i', 'b', 'u', 'ruby', 'rt', 'v', 'lang'] as const;
type Tag = (typeof elements)[number];

/** An element of cue text. `annotation` is the speaker of `<v>` and the language of `<lang>`. */
type CueElement = { tag: Tag; classes: string[]; annotation: string; children: CueNode[] };
export type CueNode = string | { timestamp: string } | CueElement;

/** Words said by one voice. */
type VoiceRun = { text: string; speaker?: string };

/** Reads the text of a cue into its tree by the W3C rules (https://www.w3.org/TR/webvtt1/#cue-text-parsing). */
export function parseCueText(text: string): CueNode[] {
  const root: CueNode[] = [];
  const open: CueElement[] = [];
  let position = 0;
  while (position < text.length) {
    const siblings = open.at(-1)?.children ?? root;
    if (text[position] !== '<') {
      const end = indexOrEnd(text, '<', position);
      siblings.push(decodeHTML(text.slice(position, end)));
      position = end;
      continue;
    }
    const end = indexOrEnd(text, '>', position);
    readTag(text.slice(position + 1, end), siblings, open);
    position = end + 1;
  }
  return root;
}

/** The plain text of a cue, cut where the voice changes. White space stays as it is. */
export function voiceRuns(text: string): VoiceRun[] {
  const runs: VoiceRun[] = [];
  const waiting: { node: CueNode; speaker: string }[] = [];
  const queue = (nodes: CueNode[], speaker: string) => {
    for (const node of nodes.toReversed()) waiting.push({ node, speaker });
  };
  queue(parseCueText(text), '');
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, speaker } = next;
    if (typeof node === 'string') {
      const last = runs.at(-1);
      if (last && (last.speaker ?? '') === speaker) last.text += node;
      else runs.push(speaker ? { text: node, speaker } : { text: node });
    } else if ('tag' in node) {
      queue(node.children, node.tag === 'v' ? node.annotation : speaker);
    }
  }
  return runs;
}

/** Makes a text safe inside a cue: it can neither become a tag nor, by `-->`, a timing line. */
export function escapeCueText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function readTag(tag: string, siblings: CueNode[], open: CueElement[]) {
  if (tag.startsWith('/')) return close(tag.slice(1), open);
  if (/^\d/.test(tag)) {
    if (/^(?:\d+:)?[0-5]\d:[0-5]\d\.\d{3}$/.test(tag)) siblings.push({ timestamp: tag });
    return;
  }
  const space = /[\t\n\f ]/.exec(tag)?.index ?? tag.length;
  const [name = '', ...classes] = tag.slice(0, space).split('.');
  const isRubyText = name === 'rt';
  if (!isElement(name) || (isRubyText && open.at(-1)?.tag !== 'ruby')) return;
  const annotation = decodeHTML(tag.slice(space)).trim().replace(/\s+/g, ' ');
  const element: CueElement = { tag: name, classes: classes.filter(Boolean), annotation, children: [] };
  siblings.push(element);
  open.push(element);
}

function close(name: string, open: CueElement[]) {
  const current = open.at(-1)?.tag;
  if (current === name) open.pop();
  else if (name === 'ruby' && current === 'rt') open.splice(-2);
}

function isElement(name: string): name is Tag {
  return (elements as readonly string[]).includes(name);
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const found = text.indexOf(sought, from);
  return found < 0 ? text.length : found;
}
