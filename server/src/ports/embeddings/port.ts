/** Turns texts into vectors, near each other where their meanings are. */
export type Embeddings = {
  /** Server and model, kept with its vectors: those of different models cannot be compared. */
  readonly identity: string;
  /** Cosine from which on a text is near a question. */
  readonly leastSimilarity: number;
  /** Gives a vector for each text, in their order. Throws where the server does not. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
};
