import { orAway } from '../../platform/http/problem-of.ts';
import type { Storage } from './port.ts';

/** Has a disk tell `storage_away` where it takes no file at all. What is so of one file alone stays the error it is. */
export function tellingAway(disk: Storage): Storage {
  const told =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      work(...args).catch(async (error: unknown) => {
        throw await orAway(error, disk);
      });
  return {
    ...disk,
    put: told(disk.put),
    publish: told(disk.publish),
    append: told(disk.append),
    cut: told(disk.cut),
    join: told(disk.join),
    find: told(disk.find),
    open: told(disk.open),
    read: told(disk.read),
    localCopy: told(disk.localCopy),
    names: told(disk.names),
    move: told(disk.move),
    remove: told(disk.remove),
    async *list(prefix) {
      try {
        yield* disk.list(prefix);
      } catch (error) {
        throw await orAway(error, disk);
      }
    },
  };
}
