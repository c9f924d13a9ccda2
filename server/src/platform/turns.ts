type Waiting = {
  /** For whom it is: they take turns. Default: all the same. */
  owner?: string | undefined;
  /** Ends the waiting; the work is then not done. */
  signal?: AbortSignal | undefined;
  /** Called when it is not this work's turn yet. */
  onWait?: () => void;
};

type Ticket = { owner: string; begin(): void };

/**
 * Lets at most `places` pieces of work run at a time. Of the others, the one comes next whose owner has the fewest
 * running, then whose owner has waited longest since their last turn, then the oldest.
 */
export function createTurns(places: number): <T>(work: () => Promise<T>, waiting?: Waiting) => Promise<T> {
  let turns = 0;
  const queue = new Set<Ticket>();
  const running: string[] = [];
  /** The number of each owner's last turn. */
  const served = new Map<string, number>();

  async function turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const ticket: Ticket = { owner, begin: resolve };
    const leave = (): void => {
      queue.delete(ticket);
      reject(signal?.reason);
    };
    queue.add(ticket);
    signal?.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  const begin = (owner: string): void => {
    running.push(owner);
    served.set(owner, (turns += 1));
  };

  function next(): Ticket | undefined {
    const place = ({ owner }: Ticket): [number, number] => [
      running.filter((other) => other === owner).length,
      served.get(owner) ?? 0,
    ];
    return [...queue]
      .map((ticket) => ({ ticket, place: place(ticket) }))
      .toSorted(({ place: [one, first] }, { place: [other, second] }) => one - other || first - second)[0]?.ticket;
  }

  function end(owner: string): void {
    running.splice(running.indexOf(owner), 1);
    const ticket = next();
    if (ticket) {
      queue.delete(ticket);
      begin(ticket.owner);
      ticket.begin();
    } else if (running.length === 0) served.clear();
  }

  return async (work, { owner = '', signal, onWait } = {}) => {
    signal?.throwIfAborted();
    if (running.length < places) begin(owner);
    else {
      onWait?.();
      await turn(owner, signal);
    }
    try {
      return await work();
    } finally {
      end(owner);
    }
  };
}
