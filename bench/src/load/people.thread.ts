import { parentPort, workerData } from 'node:worker_threads';
import { type LoadSetup, simulatePeople } from './people.ts';

const { house, people, seconds } = workerData as { house: LoadSetup; people: readonly number[]; seconds: number };
parentPort!.postMessage(await simulatePeople(house, people, AbortSignal.timeout(seconds * 1000)));
