import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, it } from 'node:test';
import { day, minute } from '@lectern/contract/rules/durations';
import { webhookRoutes } from '@lectern/contract/operations/webhooks';
import { Webhook } from 'standardwebhooks';
import { describeServer } from '../../../../test/describe-server.ts';
import type { TestMember } from '../../../../test/member.ts';
import { itInFullRun } from '../../../../test/rare.ts';
import { refuses } from '../../../../test/refusals.ts';
import { storeTexts } from '../../../../test/stored-texts.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { deliverWebhookJob } from './deliver-webhook.job.ts';

type Received = { headers: IncomingHttpHeaders; body: string };

const env = { OUTBOUND_ALLOW: '127.0.0.0/8' };

describeServer('webhooks', { databases: 'both', env }, (suite) => {
  /** Messages to the receiver, and how it answers. */
  const received: Received[] = [];
  let answer: (response: ServerResponse) => unknown;
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      answer(response);
    });
  });
  let url: string;
  let owner: TestMember;
  let video: string;
  before(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    owner = await suite.signUp();
    video = await storeTexts(suite.world, owner, { title: 'Launch' });
  });
  after(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  beforeEach(async () => {
    received.length = 0;
    answer = (response) => response.end('thanks');
    suite.clock.aheadMs = 0;
    await suite.db.deleteFrom('webhooks').execute();
  });

  const add = (kinds: ('recording.ready' | 'clip.ready')[] = ['recording.ready']) =>
    owner.call(webhookRoutes.create, { url, kinds });
  const happen = async (of = owner): Promise<void> => {
    await suite.world.database.transaction((tx) =>
      recordEvent(suite.world, tx, {
        kind: 'recording.ready',
        workspaceId: of.session.id,
        subjectId: video,
        payload: { title: 'Launch', wordless: false },
      }),
    );
    await suite.settle();
  };
  const deliveries = async (id: string) => (await owner.call(webhookRoutes.deliveries, { id })).data;
  const endpoint = async (id: string) =>
    (await owner.call(webhookRoutes.list, undefined)).data.find((each) => each.id === id)!;
  const state = async (id: string) => (await endpoint(id)).state;
  /** Has the job of a turn done; of the present one where none is given. */
  const runJob = async (deliveryId: string, turn?: number): Promise<void> => {
    const rows = suite.db.selectFrom('webhook_deliveries').select('turn').where('id', '=', deliveryId);
    const present = await rows.executeTakeFirstOrThrow();
    const job = { id: 'of-tests', attempt: 1, lastAttempt: false, signal: new AbortController().signal };
    await deliverWebhookJob.run(suite.world, { deliveryId, turn: turn ?? present.turn }, job);
  };
  const askForLater = (response: ServerResponse) => response.writeHead(429, { 'retry-after': '7200' }).end();
  /** The next try of the newest delivery, at a later moment. */
  const tryAgain = async (id: string, laterMs: number): Promise<void> => {
    suite.clock.aheadMs += laterMs;
    const [newest] = await deliveries(id);
    await runJob(newest!.id);
  };

  it('sends an event once, thin and signed, to each endpoint that wants it', async () => {
    const { secret, id } = await add();
    const other = await add(['clip.ready']);
    await happen();
    assert.equal(received.length, 1);
    const [{ headers, body }] = received as [Received];
    const told = new Webhook(secret).verify(body, headers as Record<string, string>) as { timestamp: string };
    assert.deepEqual(told, {
      type: 'recording.ready',
      timestamp: told.timestamp,
      data: { id: video, title: 'Launch', duration: 600 },
    });
    assert.throws(() => new Webhook(other.secret).verify(body, headers as Record<string, string>));
    const [delivery] = await deliveries(id);
    assert.deepEqual([delivery!.state, delivery!.status, delivery!.answer], ['delivered', 200, 'thanks']);
    assert.deepEqual(await deliveries(other.id), []);
  });

  it('tells nothing of one workspace to another', async () => {
    await add();
    await happen(await suite.signUp());
    assert.equal(received.length, 0);
  });

  it('signs with the old secret as well for a day, when it is rotated', async () => {
    const { id, secret: old } = await add();
    const { secret } = await owner.call(webhookRoutes.rotate, { id });
    const verifies = async (key: string): Promise<boolean> => {
      await owner.call(webhookRoutes.test, { id });
      await suite.settle();
      const { body, headers } = received.at(-1)!;
      const seconds = Number(headers['webhook-timestamp']);
      assert.ok(Math.abs(seconds * 1000 - suite.now().getTime()) < 5 * minute);
      return String(headers['webhook-signature'])
        .split(' ')
        .includes(new Webhook(key).sign(String(headers['webhook-id']), new Date(seconds * 1000), body));
    };
    assert.deepEqual([await verifies(secret), await verifies(old)], [true, true]);
    suite.clock.aheadMs = day + minute;
    assert.deepEqual([await verifies(secret), await verifies(old)], [true, false]);
  });

  it('tries again for three days, gives up that event, and pauses after five days of failure', async () => {
    const { id } = await add();
    answer = (response) => response.writeHead(500).end('no');
    await happen();
    assert.equal(await state(id), 'failing');
    const waits: number[] = [];
    for (;;) {
      const [newest] = await deliveries(id);
      if (newest!.state !== 'waiting') break;
      const wait = new Date(newest!.next_at!).getTime() - suite.now().getTime();
      waits.push(wait);
      await tryAgain(id, Math.max(0, wait));
    }
    const total = waits.reduce((sum, wait) => sum + wait, 0) / day;
    assert.ok(waits.length >= 8 && total > 2.9 && total < 3.3, `${waits.length} tries in ${total} days`);
    assert.equal((await deliveries(id))[0]!.state, 'failed');

    suite.clock.aheadMs = 5 * day + minute;
    await happen();
    assert.equal(await state(id), 'paused');
    const mails = await suite.server.letters();
    assert.ok(mails.some(({ to, subject }) => to === owner.email && /stopped sending events/.test(subject)));
    const before = received.length;
    await happen();
    assert.equal(received.length, before, 'a paused endpoint is told nothing');
    await refuses(owner.call(webhookRoutes.test, { id }), 'bad_request', 'This endpoint is paused. Turn it on first.');
  });

  it('sends missed events again, when the endpoint is turned on and asked to', async () => {
    const { id } = await add();
    answer = (response) => response.writeHead(410).end();
    await happen();
    assert.equal(await state(id), 'paused', 'gone is gone');
    await owner.call(webhookRoutes.change, { id, state: 'active' });
    answer = (response) => response.end();
    const { count } = await owner.call(webhookRoutes.resend, { id, since: new Date(0).toISOString() });
    await suite.settle();
    const [delivery] = await deliveries(id);
    assert.deepEqual([count, delivery!.state, await state(id)], [1, 'delivered', 'active']);
    await owner.call(webhookRoutes.resend, { id, delivery: delivery!.id });
    await suite.settle();
    assert.deepEqual([received.length, received[2]!.headers['webhook-id']], [3, received[0]!.headers['webhook-id']]);
  });

  it('sends at once what waits, when it was paused before a try and is turned on', async () => {
    answer = (response) => response.writeHead(500).end();
    const { id } = await add();
    await happen();
    await owner.call(webhookRoutes.test, { id });
    await owner.call(webhookRoutes.change, { id, state: 'paused' });
    await tryAgain(id, minute);
    await suite.settle();
    const before = received.length;
    answer = (response) => response.end('thanks');
    await owner.call(webhookRoutes.change, { id, state: 'active' });
    await suite.settle();
    assert.deepEqual(
      (await deliveries(id)).map((each) => [each.kind, each.state, each.status]),
      [
        ['webhook.test', 'delivered', 200],
        ['recording.ready', 'delivered', 200],
      ],
    );
    assert.equal(received.length, before + 2);
  });

  it('waits as long as the receiver asks', async () => {
    const { id } = await add();
    answer = askForLater;
    await happen();
    const [delivery] = await deliveries(id);
    assert.ok(new Date(delivery!.next_at!).getTime() - suite.now().getTime() > 7_100_000);
  });

  it('sends what waits for its next try at once and one time alone, when it is asked to again and again', async () => {
    const { id } = await add();
    answer = askForLater;
    await happen();
    const delivery = (await deliveries(id))[0]!.id;
    const held = Promise.withResolvers<ServerResponse>();
    answer = held.resolve;
    const resend = () => owner.call(webhookRoutes.resend, { id, delivery });
    const twice = Promise.all([resend(), resend()]);
    const settled = twice.then(() => suite.settle());
    const response = await held.promise;
    await resend();
    response.end();
    await settled;
    await suite.settle();
    const [{ state: reached, attempts, status } = undefined!] = await deliveries(id);
    assert.deepEqual([received.length, reached, attempts, status], [2, 'delivered', 1, 200]);
  });

  it('leaves a try to what was sent again meanwhile, when that was put off as well', async () => {
    const { id } = await add();
    answer = askForLater;
    await happen();
    const delivery = (await deliveries(id))[0]!.id;
    await owner.call(webhookRoutes.resend, { id, delivery });
    await suite.settle();
    await runJob(delivery, 1);
    assert.equal(received.length, 2, 'the job of the first try sends nothing');
    answer = (response) => response.end();
    await runJob(delivery);
    assert.deepEqual([received.length, (await deliveries(id))[0]!.state], [3, 'delivered']);
  });

  it('names the try that ended last, when that was of an older event', async () => {
    const { id } = await add();
    answer = askForLater;
    await happen();
    await happen();
    suite.clock.aheadMs = minute;
    answer = (response) => response.end();
    const [, older] = await deliveries(id);
    await owner.call(webhookRoutes.resend, { id, delivery: older!.id });
    await suite.settle();
    const { last } = await endpoint(id);
    assert.equal(last!.status, 200);
    assert.ok(new Date(last!.at) > new Date((await deliveries(id))[0]!.created_at));
  });

  it('keeps the beginning of an endless answer, and goes where no rule forbids', async () => {
    const { id } = await add();
    answer = (response) => {
      const more = (): void =>
        void (response.write('x'.repeat(10_000)) ? setImmediate(more) : response.once('drain', more));
      response.on('close', () => response.removeAllListeners('drain'));
      more();
    };
    await happen();
    const [endless] = await deliveries(id);
    assert.deepEqual([endless!.state, endless!.answer], ['delivered', 'x'.repeat(2_000)]);
    answer = (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    await happen();
    const [inner] = await deliveries(id);
    assert.deepEqual([inner!.state, inner!.status], ['waiting', null]);
    assert.match(inner!.answer!, /^This address cannot be used/);
    const create = (to: string) => owner.call(webhookRoutes.create, { url: to, kinds: ['clip.ready'] });
    for (const bad of ['http://10.0.0.1/', 'http://nowhere.invalid/x', 'nonsense'])
      await refuses(create(bad), 'address_refused');
    const said = 'An address may not hold a name and a password. Please give it without them.';
    await refuses(create('https://u:p@example.org/'), 'address_refused', said);
  });

  itInFullRun('gives up after ten seconds, when nothing answers', async () => {
    const { id } = await add();
    answer = () => undefined;
    await happen();
    assert.match((await deliveries(id))[0]!.answer!, /No answer within 10 seconds/);
  });
});
