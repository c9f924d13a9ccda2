import type { Outline } from '@lectern/chaptering/outline';
import { inOwnPlace, inThread } from '../../platform/subprocess/thread.ts';
import type { Material } from './outline.thread.ts';

/** The built-in engine's outline, or a draft that it completes, off the request thread. For jobs. */
export const writeOutline = (material: Material, signal: AbortSignal): Promise<Outline> =>
  inThread<Outline>(new URL('./outline.thread.ts', import.meta.url), material, inOwnPlace(signal));
