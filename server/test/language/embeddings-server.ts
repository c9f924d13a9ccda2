import { createHash } from 'node:crypto';
import { startFaultServer } from '../fault-server.ts';

/** Words that mean the same, for these tests. */
const meanings = [
  ['car', 'cars', 'automobile', 'automobiles'],
  ['price', 'costs', 'expensive'],
  ['ship', 'ships', 'vessel', 'vessels'],
];

/** The same vector for texts with words of the same meanings. */
function vectorOf(text: string): number[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const vector = meanings.map((meaning) => (words.some((word) => meaning.includes(word)) ? 3 : 0));
  // Texts without such words point each another way.
  const rest = [...createHash('sha512').update(text).digest()].map((byte) => (byte - 127.5) / 1_000);
  return [...vector, ...rest];
}

/**
 * Stands in for an embedding server at the edge of the network, with vectors by the words above: no genuine weights.
 * `faults` go before its answers.
 */
export async function startEmbeddingServer() {
  const server = await startFaultServer(({ body }) => {
    const { input, model } = JSON.parse(String(body)) as { input: string[]; model: string };
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    return { body: JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }) };
  });
  return {
    ...server,
    url: `${server.url}/v1`,
    /** All texts that were sent so far. */
    texts: (): string[] => server.asked.flatMap(({ body }) => (JSON.parse(String(body)) as { input: string[] }).input),
  };
}
