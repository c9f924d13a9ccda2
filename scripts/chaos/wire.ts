import { CallError, createClient } from '@lectern/contract/client';
import type { Reply, Route, RequestInput } from '@lectern/contract/route';
import type { Findings } from './findings.ts';
import { requestHeader } from './proxy.ts';

/** The result of a request. `unknown`: no answer, or an answer that the server could not serve just then. */
export type RequestOutcome<T> =
  | { is: 'done'; value: T }
  | { is: 'refused'; status: number; reason: string }
  | { is: 'unknown'; reason: string };

/** How many of one thing ended how. */
export type OutcomeCounts = Map<string, Map<string, number>>;

/** The connection between senders and servers, and the parts broken just now. */
export type ConnectionFaults = { whyCut(request: number): string | undefined; broken(): readonly string[] };

/** Milliseconds after which a sender gives up on an answer. */
const patience = 40_000;

/** Says so, and can do nothing about it: it is restarting, or its disk is full. */
const busy: ReadonlySet<number> = new Set([503, 507]);

/** Sends requests to one origin and keeps count of what came of them. */
export type Wire = ReturnType<typeof createWire>;

const count = (tally: OutcomeCounts, kind: string, outcome: string): void => {
  const outcomes = tally.get(kind) ?? new Map<string, number>();
  tally.set(kind, outcomes);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
};

export function createWire(origin: string, findings: Findings, between: ConnectionFaults) {
  const tally: OutcomeCounts = new Map();
  /** Counts unanswered requests and refusals that the server could not avoid, by current fault and result. */
  const unanswered: OutcomeCounts = new Map();
  let requests = 0;

  /** `fetch`, whose answer has arrived whole: a cut connection shows as no answer, never as half of one. */
  async function send(kind: string, input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const late = AbortSignal.timeout(patience);
    requests += 1;
    const request = requests;
    const before = between.broken();
    const lost = (outcome: string): void => {
      count(tally, kind, outcome);
      const broken = [...new Set([...before, ...between.broken()])].sort();
      for (const fault of broken.length > 0 ? broken : ['nothing']) count(unanswered, fault, outcome);
    };
    const headers = new Headers(init.headers);
    headers.set(requestHeader, String(request));
    try {
      const response = await fetch(input, {
        ...init,
        headers,
        redirect: 'manual',
        signal: init.signal ? AbortSignal.any([init.signal, late]) : late,
      });
      const body = await response.arrayBuffer();
      const { status } = response;
      const wrong = status >= 500 && !busy.has(status);
      findings.check(
        'no answer is a failure but "restarting" (503) and "full" (507)',
        !wrong,
        `${kind}: ${status} ${Buffer.from(body).toString().slice(0, 300)}`,
      );
      findings.check('nobody is signed out', status !== 401, `${kind}: 401`);
      if (busy.has(status)) lost(String(status));
      else count(tally, kind, wrong ? 'failed' : status >= 400 ? 'refused' : 'done');
      return new Response(body.byteLength === 0 ? null : body, { status, headers: response.headers });
    } catch (error) {
      lost(late.aborted ? 'too late' : (between.whyCut(request) ?? 'no line'));
      throw error;
    }
  }

  return {
    origin,
    tally,
    unanswered,
    /** One call of the contract. */
    async call<R extends Route>(
      kind: string,
      token: string | undefined,
      route: R,
      input: RequestInput<R>,
      init: { body?: string | Uint8Array<ArrayBuffer> } = {},
    ): Promise<RequestOutcome<Reply<R>>> {
      const client = createClient({
        origin,
        token: () => token,
        fetch: (address, options) => send(kind, address, options),
      });
      try {
        return { is: 'done', value: await client(route, input, init) };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const { status, message } = error;
        return status === 0 || status >= 500
          ? { is: 'unknown', reason: `${status} ${message}` }
          : { is: 'refused', status, reason: message };
      }
    },
    /** A request to an address. Undefined: no answer. */
    async raw(kind: string, address: string, init: RequestInit = {}): Promise<Response | undefined> {
      return send(kind, new URL(address, origin), init).catch(() => undefined);
    },
  };
}
