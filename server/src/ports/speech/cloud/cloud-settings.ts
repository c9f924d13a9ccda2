import type { Pace } from './service.ts';

/** What an operator sets for a provider; undefined stands for the provider's own. */
export type CloudSettings = {
  /** Undefined only for an OpenAI-compatible server that asks for none. */
  key: string | undefined;
  /** Without a slash at the end. */
  url: string | undefined;
  model: string | undefined;
  language: string | undefined;
  pace?: Pace;
};
