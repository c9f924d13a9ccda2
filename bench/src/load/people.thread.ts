import { parentPort, workerData } from 'node:worker_threads';
import { type House, live } from './people.ts';

const { house, people, seconds } = workerData as { house: House; people: readonly number[]; seconds: number };
parentPort!.postMessage(await live(house, people, AbortSignal.timeout(seconds * 1000)));
