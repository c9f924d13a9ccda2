import { workerData } from 'node:worker_threads';
import { openEngine } from './engine.ts';

/** Makes the files of an empty database in a folder and ends. */
const engine = await openEngine((workerData as { folder: string }).folder);
await engine.exec('checkpoint');
await engine.close();
