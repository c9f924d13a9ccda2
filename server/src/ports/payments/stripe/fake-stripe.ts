import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Stripe } from 'stripe';
import type { Deadlines } from '../../../platform/http/outside-call.ts';
import type { Payments } from '../port.ts';
import { createStripe } from './stripe.ts';

/** Any part of a type of the SDK: a field that Stripe does not have, or not any more, does not compile. */
export type DeepPartial<T> = T extends (infer U)[]
  ? DeepPartial<U>[]
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

export type FakeStripeRequest = { method: string; path: string; form: URLSearchParams; headers: IncomingHttpHeaders };

/** Answers of the fake by method and path; a number fails with that status. */
export type FakeStripeAnswers = {
  'POST /v1/customers'?: DeepPartial<Stripe.Customer>;
  'POST /v1/customers/:id'?: DeepPartial<Stripe.Customer>;
  'POST /v1/checkout/sessions'?: DeepPartial<Stripe.Checkout.Session>;
  'GET /v1/checkout/sessions'?: { data: DeepPartial<Stripe.Checkout.Session>[] };
  'POST /v1/checkout/sessions/:id/expire'?: DeepPartial<Stripe.Checkout.Session>;
  'POST /v1/refunds'?: DeepPartial<Stripe.Refund>;
  'POST /v1/payment_intents'?: DeepPartial<Stripe.PaymentIntent>;
  'GET /v1/payment_intents/:id'?: DeepPartial<Stripe.PaymentIntent>;
  'GET /v1/subscriptions'?: { data: DeepPartial<Stripe.Subscription>[] };
  'GET /v1/invoices'?: { data: DeepPartial<Stripe.Invoice>[] };
  'GET /v1/payment_intents'?: { data: DeepPartial<Stripe.PaymentIntent>[] };
  'GET /v1/disputes'?: { data: DeepPartial<Stripe.Dispute>[] };
  'GET /v1/charges/:id'?: DeepPartial<Stripe.Charge>;
  'POST /v1/subscriptions/:id'?: DeepPartial<Stripe.Subscription>;
  'DELETE /v1/subscriptions/:id'?: DeepPartial<Stripe.Subscription>;
  'DELETE /v1/customers/:id'?: DeepPartial<Stripe.DeletedCustomer>;
};

/** The page of a list that was asked for. */
function paged(answer: FakeStripeAnswers[keyof FakeStripeAnswers], asked: URLSearchParams): unknown {
  if (!answer || !('data' in answer) || !Array.isArray(answer.data)) return answer;
  const all: readonly { id?: string }[] = answer.data;
  const from = all.findIndex(({ id }) => id === asked.get('starting_after')) + 1;
  const limit = Number(asked.get('limit') ?? 10);
  return { object: 'list', data: all.slice(from, from + limit), has_more: all.length > from + limit };
}

/** A server in Stripe's place: it keeps what it was asked and answers what the test gave it. */
export async function startFakeStripe() {
  const asked: FakeStripeRequest[] = [];
  const answers: FakeStripeAnswers = {};
  /** Statuses to fail with first, one a request. */
  const failures: number[] = [];
  /** Permanent refusals by method and path; they take precedence over all answers. */
  const refusals: { [call in keyof FakeStripeAnswers]?: { status: number; code: string; param?: string } } = {};
  const server = createServer((request, reply) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://fake');
      const body = await text(request);
      const form = new URLSearchParams(body || url.search);
      asked.push({ method: request.method!, path: url.pathname, form, headers: request.headers });
      const path = url.pathname.replace(/\/(sub|cus|cs|ch|pi)_\w+/, '/:id');
      const call = `${request.method} ${path}` as keyof FakeStripeAnswers;
      const failure = failures.shift();
      const refusal = failure === undefined ? refusals[call] : undefined;
      const answer = answers[call];
      const status = failure ?? refusal?.status ?? (answer ? 200 : 404);
      reply.writeHead(status, { 'content-type': 'application/json' });
      const code = refusal?.code ?? 'resource_missing';
      const refused = {
        type: 'invalid_request_error',
        code,
        param: refusal?.param,
        message: `No such object: ${code}.`,
      };
      // Ended subscriptions stay in the list as canceled.
      for (const each of answers['GET /v1/subscriptions']?.data ?? [])
        if (status === 200 && request.method === 'DELETE' && url.pathname.endsWith(`/${each.id}`))
          Object.assign(each, { status: 'canceled', ended_at: each.created });
      const error = failure === undefined ? refused : { type: 'api_error', message: 'A fake failure.' };
      reply.end(JSON.stringify(status === 200 ? paged(answer, form) : { error }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, answers, failures, refusals, port, close: () => new Promise((resolve) => server.close(resolve)) };
}

export const webhookSecret = 'whsec_of_the_test';

/** The port, with the fake in the place of Stripe. */
export const connectTo = ({ port }: { port: number }, deadlines?: Deadlines): Payments =>
  createStripe({
    secretKey: 'sk_test_of_the_test',
    webhookSecret,
    publishableKey: 'pk_test',
    plans: {
      executive: { priceId: 'price_e', productId: 'prod_e' },
      professional: { priceId: 'price_p', productId: 'prod_p' },
    },
    server: { host: '127.0.0.1', port, protocol: 'http' },
    ...(deadlines ? { deadlines } : {}),
  });
