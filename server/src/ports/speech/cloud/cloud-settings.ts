import type { Pace } from './service.ts';

/** Operator settings for a provider; undefined means the provider's default. */
export type CloudSettings = {
  /** Undefined only for an OpenAI-compatible server that asks for none. */
  key: string | undefined;
  /** Without a slash at the end. */
  url: string | undefined;
  model: string | undefined;
  language: string | undefined;
  pace?: Pace;
};
