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
 * Finds the object or list in a model's answer, also inside a code fence or sentences. If `cut`, keeps the complete
 * parts. Undefined when none or empty.
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
