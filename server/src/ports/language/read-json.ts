import { parsePartialJson } from 'ai';

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The object or list in a model's answer, which may stand in a code fence or between sentences; of an answer that was
 * `cut` off, what was complete. Undefined when there is none, or nothing in it.
 */
export async function readJson(text: string, cut: boolean): Promise<unknown> {
  const from = text.search(/[[{]/);
  if (from === -1) return undefined;
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const whole = parsed(text.slice(from, to + 1));
  if (whole !== undefined) return isFilled(whole) ? whole : undefined;
  if (!cut) return undefined;
  const { value } = await parsePartialJson(text.slice(from));
  return isFilled(value) ? value : undefined;
}
