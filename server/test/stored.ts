import { join } from 'node:path';
import type { World } from '../src/platform/http/context.ts';

/** Where an object of a world that stores on the disk lies. */
export const getObjectPath = ({ dataDir }: Pick<World, 'dataDir'>, key: string): string => join(dataDir, key);
