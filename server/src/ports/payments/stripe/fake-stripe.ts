import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Stripe } from 'stripe';

/** Any part of a type of the SDK: a field that Stripe does not have, or not any more, does not compile. */
export type Part<T> = T extends (infer U)[] ? Part<U>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;

export type Asked = { method: string; path: string; form: URLSearchParams; headers: IncomingHttpHeaders };

/** What the fake answers, by method and path; a number is a failure of that status. */
export type Answers = {
  'POST /v1/customers'?: Part<Stripe.Customer>;
  'POST /v1/customers/:id'?: Part<Stripe.Customer>;
  'POST /v1/checkout/sessions'?: Part<Stripe.Checkout.Session>;
  'GET /v1/checkout/sessions'?: { data: Part<Stripe.Checkout.Session>[] };
  'POST /v1/checkout/sessions/:id/expire'?: Part<Stripe.Checkout.Session>;
  'POST /v1/refunds'?: Part<Stripe.Refund>;
  'POST /v1/payment_intents'?: Part<Stripe.PaymentIntent>;
  'GET /v1/subscriptions'?: { data: Part<Stripe.Subscription>[] };
  'GET /v1/invoices'?: { data: Part<Stripe.Invoice>[] };
  'GET /v1/payment_intents'?: { data: Part<Stripe.PaymentIntent>[] };
  'POST /v1/subscriptions/:id'?: Part<Stripe.Subscription>;
  'DELETE /v1/subscriptions/:id'?: Part<Stripe.Subscription>;
  'DELETE /v1/customers/:id'?: Part<Stripe.DeletedCustomer>;
};

/** A server in Stripe's place: it keeps what it was asked and answers what the test gave it. */
export async function startFakeStripe() {
  const asked: Asked[] = [];
  const answers: Answers = {};
  /** Statuses to fail with first, one a request. */
  const failures: number[] = [];
  const server = createServer((request, reply) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://fake');
      const body = await text(request);
      const form = new URLSearchParams(body || url.search);
      asked.push({ method: request.method!, path: url.pathname, form, headers: request.headers });
      const path = url.pathname.replace(/\/(sub|cus|cs)_\w+/, '/:id');
      const failure = failures.shift();
      const answer = answers[`${request.method} ${path}` as keyof Answers];
      const status = failure ?? (answer ? 200 : 404);
      reply.writeHead(status, { 'content-type': 'application/json' });
      const missing = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object.' };
      const error = failure === undefined ? missing : { type: 'api_error', message: 'A fake failure.' };
      reply.end(JSON.stringify(status === 200 ? answer : { error }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, answers, failures, port, close: () => new Promise((resolve) => server.close(resolve)) };
}
