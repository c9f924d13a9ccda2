import { LONGEST_SENTENCE } from './grammar.ts';
import { memoize } from '../memoize.ts';
import type { Sentence } from '../transcript.ts';

/** Sentences at the beginning in which people are introduced, and how many of theirs they take for it. */
const OPENING = 90;
const OWN = 4;
const LONGEST_ROLE = 14;

const OFFICE = String.raw`(?:(?:co-?|chief |deputy |interim |assistant |executive |managing |technical |strategic |senior |lead |group |head |policy |research |vice[- ])*(?:founder|author|host|maintainer|contributor|developer|researcher|engineer|editor|director|inspector|executive|officer|minister|secretary|president|chair|chairman|chairwoman|manager|professor|lecturer|head|commissioner|lead|student|fellow|mathematician|physicist|designer|consultant|ceo|cto|coo|vice-chancellor|principal))`;
/** In either case at its beginning. */
const OFFICES = OFFICE.replace(/(?<=[(|])[a-z]/g, (first) => `[${first}${first.toUpperCase()}]`);
/** Self-introductions: 'I'm a baker at the mill', 'I'm Ann, head of the mill'. */
const SELF = [
  new RegExp(
    String.raw`\b(?:I['’]m|I am|we['’]re|my name is \p{Lu}[\p{L}’'-]+,?(?: and)?(?: I['’]m| I am)?|I['’]m \p{Lu}[\p{L}’'-]+,)(?: also| currently)? (?!a (?:bit|big|fan|little|lot|huge|mum|dad|free))((?:an?|the|one of the) (?!one\b|only\b|best\b|first\b)[^.;?!]*)`,
    'u',
  ),
  new RegExp(
    String.raw`(?:^|, | as |(?:I['’]m|I am)(?: the| an?)? )((?:the |an? )?${OFFICES}\b(?: (?:at|of|for|and|in|on|to|with|the) [^.;?!]*)?)`,
    'u',
  ),
  /\bI work (?:at|for|with) ((?:the )?\p{Lu}[^\s,.;]*(?: (?:of |and |for |the )*\p{Lu}[^\s,.;]*)*)/u,
  /\bI['’]m (?:at|from|with) ((?:the )?\p{Lu}[^\s,.;]*(?: (?:of |and |for |the )*\p{Lu}[^\s,.;]*)*)/u,
  /\bI(?:['’]m| am)? ((?:currently )?work(?:ing)? (?:mostly |primarily |full[- ]time )?on (?!this|it|that|making)[^.;?!,]*)/u,
];
const ROLE_ENDS =
  /,? (?:and|but|so|where|which|who|that|because|when|although|as well|doing|funding|sitting|working|supporting|at the moment|right now|these days|today|here|currently) (?:I|I['’]\p{L}+|we|it|he|she|they|this|that|my|also|at|in|is|was|are|has|on|for|bring|the)\b.*|,? (?:where|which|who|that|because|but|so|and I|and we|and then|and also|as well|or|, I|these days|today|here|right now)\b.*|, (?:I|we|and|but|so|you|joined|which|here|also|just|like|definitely|yeah)\b.*|,? (?:and|or|currently|with|at|on|of|for)$|,? (?:funded by|based out of) .*$|[,:–—-]+$/u;
const NO_ROLE =
  /\b(?:you|your|I|me|my|we|our|us|this|bit|that|them|what|stuff|things?|guys?|person|myself|one|sure|going|not|shorter|much|maybe|around|now)\b/iu;

/** Maps speakers' names to their roles, as introduced at the beginning. */
export const findIntroducedRoles = memoize((sentences: readonly Sentence[]): ReadonlyMap<string, string> => {
  const roles = new Map<string, string>();
  const asked = new Map<string, number>();
  const opening = sentences.slice(0, OPENING).filter(({ text }) => text.length <= LONGEST_SENTENCE);
  const names = new Set(sentences.flatMap(({ speaker }) => speaker ?? []));
  const anyone = [...names].map(escaped).join('|');
  for (const { text } of opening)
    for (const name of names) {
      const role = roles.has(name) ? undefined : introducedAs(name, text, anyone);
      if (role !== undefined) roles.set(name, role);
    }
  for (const { text, speaker } of opening) {
    if (speaker === undefined || roles.has(speaker)) continue;
    const own = asked.get(speaker) ?? 0;
    if (own === 0 && !presents(text, speaker)) continue;
    if (own >= OWN) continue;
    asked.set(speaker, own + 1);
    const role = roleIn(text);
    if (role !== undefined && !names.has(role)) roles.set(speaker, role);
  }
  return roles;
});

/** 'I'm Ann', 'My name is Ann', 'Ann Miller, head of the mill.' */
function presents(text: string, name: string): boolean {
  const first = name.replace(/^(?:(?:dr|prof|mr|mrs|ms|hon|sir)\.? )+/i, '').split(' ')[0]!;
  return (
    new RegExp(
      String.raw`\b(?:I['’]m|I am|my name is|my name['’]s|this is) ${escaped(first)}\b|^(?:\w+,? )?${escaped(first)}\b.*,`,
      'iu',
    ).test(text) ||
    /\b(?:I['’]m|my name is) \p{Lu}\p{Ll}+\b/u.test(text) ||
    /\bI work (?:at|for|on)\b/.test(text)
  );
}

/**
 * 'We welcome Ann Miller, head of the mill, and …', 'joined by Ann Miller of the mill'; `anyone` is a pattern of all
 * names.
 */
function introducedAs(name: string, text: string, anyone: string): string | undefined {
  if (!name.includes(' ') || !text.includes(name)) return undefined;
  const match = new RegExp(
    String.raw`\b${escaped(name)}(?:, (?:who is |who['’]s |our |the |an? )?(${OFFICES}\b[^.;?!]*?)(?=,? (?:and )?(?:${anyone})|, and (?:also )?(?:\p{Lu}\p{Ll}+ ){2}|[.;?!]|$)| (?:from|of) (\p{Lu}[\p{L}’'&-]*(?: (?:of |and |for |the )*\p{Lu}[\p{L}’'&-]*)*))`,
    'u',
  ).exec(text);
  const found = match?.[1] ?? match?.[2];
  return found === undefined ? undefined : fit(found);
}

function roleIn(text: string): string | undefined {
  for (const pattern of SELF) {
    const found = pattern.exec(text)?.[1];
    const role = found === undefined ? undefined : fit(found);
    if (role !== undefined) return role;
  }
  return undefined;
}

function fit(found: string): string | undefined {
  let role = found;
  for (let cut = role.replace(ROLE_ENDS, ''); cut !== role; cut = role.replace(ROLE_ENDS, '')) role = cut;
  role = role
    .replace(/^(?:currently )?work\b/, 'working')
    .replace(/['’]s$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
  const count = role.split(' ').length;
  return role === '' || count > LONGEST_ROLE || NO_ROLE.test(role) ? undefined : role;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const GIVES_NAME =
  /(?:\b[Mm]y name(?: is|['’]s)|\b(?:Hi|Hey|Hello)[,!]?(?: \p{L}+,?)? (?:I['’]m|I am|this is)|(?:^|[,.] )(?:I['’]m|I am)(?= \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?:,|\.| and I)))(?: \p{Ll}{2,3})? (\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?)/u;
const NO_NAME = /^(?:English|German|French|American|British|Welsh|Chief|Director|Today|Yeah|Okay|Product|Head)\b/;

/** Maps numbered speaker labels to the names that speakers state at the beginning. */
export const namesGiven = memoize((sentences: readonly Sentence[]): ReadonlyMap<string, string> => {
  const given = new Map<string, string>();
  for (const { text, speaker } of sentences.slice(0, OPENING)) {
    if (speaker === undefined || given.has(speaker)) continue;
    const name = GIVES_NAME.exec(text)?.[1];
    if (name !== undefined && !NO_NAME.test(name) && ![...given.values()].includes(name)) given.set(speaker, name);
  }
  return given;
});
