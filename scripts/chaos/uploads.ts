import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { ExpectedUpload } from './oracle.ts';
import type { LoadActor, Action } from './actor.ts';

/** Uploads that a member has open at a time, and the videos there may be; the plan allows twenty. */
const most = { open: 3, videos: 10 };

const acknowledgement = 'acknowledged bytes of an upload never become fewer';

async function begin({ member, random, oracle, recordings }: LoadActor): Promise<ExpectedUpload | undefined> {
  const recording = recordings.another(random);
  const created = await member.call('begin an upload', uploadRoutes.create, { name: 'chaos.mp4' });
  if (created.is !== 'done') return undefined;
  const upload: ExpectedUpload = {
    ...recording,
    ...created.value,
    member,
    acknowledged: 0,
    certain: true,
    captioned: false,
    state: 'open',
    busy: false,
  };
  oracle.uploads.push(upload);
  return upload;
}

async function caption({ member, recordings }: LoadActor, upload: ExpectedUpload): Promise<void> {
  const sent = await member.call(
    'captions',
    uploadRoutes.captions,
    { passthrough: upload.id, name: 'short.vtt' },
    { body: recordings.captions },
  );
  upload.captioned = sent.is === 'done';
}

/** One PUT: `body` absent asks how much is there. Notes what the answer promises. */
export async function sendTrackedPut(
  { oracle, wire }: Pick<LoadActor, 'oracle' | 'wire'>,
  upload: ExpectedUpload,
  range: string,
  body?: Uint8Array<ArrayBuffer>,
): Promise<number | undefined> {
  const { findings } = oracle;
  const kind = body ? 'chunk of an upload' : 'how much of an upload is there';
  const answer = await wire.raw(kind, upload.url, {
    method: 'PUT',
    headers: { 'content-range': range },
    ...(body ? { body } : {}),
  });
  upload.certain = answer?.status === 308 || answer?.status === 200;
  if (!answer) return undefined;
  if (answer.status === 308) {
    const stored = Number(/^bytes=0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1] ?? -1) + 1;
    const where = `${upload.id}: ${upload.acknowledged} acknowledged, ${stored} there`;
    findings.check(acknowledgement, stored >= upload.acknowledged && stored < upload.size, where);
    upload.acknowledged = Math.max(stored, upload.acknowledged);
  } else if (answer.status === 200) {
    upload.acknowledged = upload.size;
    // A cancellation that was never answered has come too late.
    if (upload.state === 'open' || upload.state === 'ending') upload.state = 'finished';
    oracle.videoOf(upload.member, upload.id, [upload.sha256]);
  } else if (answer.status < 500) {
    const reason = `${answer.status} ${(await answer.text()).slice(0, 200)}`;
    // The plan was full when the last byte came; this is the one refusal a well-behaved sender can meet.
    if (answer.status === 402) upload.state = 'refused';
    else if (upload.state === 'open') findings.check('an open upload goes on', false, `${upload.id}: ${reason}`);
  }
  return answer.status;
}

/** Sends some chunks, the way a page does that may lose its connection at any moment. */
async function advance(actor: LoadActor, upload: ExpectedUpload): Promise<void> {
  const { random } = actor;
  if (!upload.captioned) await caption(actor, upload);
  const bytes = upload.bytes();
  for (let chunks = 1 + random.below(6); chunks > 0 && upload.state === 'open'; chunks -= 1) {
    if (!upload.certain) {
      await sendTrackedPut(actor, upload, `bytes */${upload.size}`);
      if (!upload.certain) return;
      continue;
    }
    // Now and then from a little before: what is there already is sent once more.
    const from = random.chance(0.1) ? Math.max(0, upload.acknowledged - random.below(50_000)) : upload.acknowledged;
    const to = Math.min(upload.size, upload.acknowledged + 65_536 * (1 + random.below(16)));
    // The last bytes only after the captions, so that every recording has a transcript.
    if (to === upload.size && !upload.captioned) return;
    const send = (): Promise<unknown> =>
      sendTrackedPut(actor, upload, `bytes ${from}-${to - 1}/${upload.size}`, bytes.subarray(from, to));
    // A client that has lost its answer may be sending the same again while the first is still being stored.
    await (random.chance(0.05) ? Promise.all([send(), send()]) : send());
  }
}

/** Sends a recording from its first byte to its last, while nothing is at fault. */
export async function uploadOne(actor: LoadActor): Promise<void> {
  const one = await begin(actor);
  for (;;) {
    if (one?.state !== 'open') return;
    await advance(actor, one);
  }
}

async function upload(actor: LoadActor): Promise<void> {
  const { member, oracle, random } = actor;
  const open = oracle.uploads.filter((one) => one.member === member && one.state === 'open');
  const videos = [...oracle.videos.values()].filter((video) => video.member === member && video.state !== 'deleted');
  const isNew = open.length < most.open && open.length + videos.length < most.videos && random.chance(0.5);
  const chosen = isNew || open.length === 0 ? undefined : random.pick(open);
  const one = chosen ?? (open.length + videos.length < most.videos ? await begin(actor) : undefined);
  if (!one || one.busy) return;
  one.busy = true;
  await advance(actor, one).finally(() => (one.busy = false));
}

async function cancel(actor: LoadActor): Promise<void> {
  const { member, oracle, random } = actor;
  const open = oracle.uploads.filter(
    (one) => one.member === member && !one.busy && (one.state === 'ending' || one.state === 'open'),
  );
  if (open.length === 0) return;
  const one = random.pick(open);
  one.busy = true;
  one.state = 'ending';
  const answer = await member.call('cancel an upload', uploadRoutes.cancel, { id: one.id });
  if (answer.is === 'done') one.state = 'cancelled';
  one.busy = false;
}

export const uploadDeeds: readonly Action[] = [
  { name: 'upload', weight: 12, run: upload },
  { name: 'cancel', weight: 0.4, run: cancel },
];

/** The archives that members have, by their ids. */
const archives = new WeakMap<object, Uint8Array<ArrayBuffer>>();

async function exportAll({ member, wire }: LoadActor): Promise<void> {
  const answer = await wire.raw('export', '/api/basic/export', {
    headers: { authorization: `Bearer ${member.token}` },
  });
  // Whether it came whole is for the import to find out, as in life.
  if (answer?.status === 200) archives.set(member, new Uint8Array(await answer.arrayBuffer()));
}

/** Brings an archive in, beside what is there already; its videos are this member's copies. */
async function importAll({ member, random, oracle, wire }: LoadActor): Promise<void> {
  const own = [...oracle.videos.values()].filter((video) => video.member === member && video.state !== 'deleted');
  const archive = archives.get(member);
  if (!archive || own.length > 9) return;
  await wire.raw('import', '/api/basic/import', {
    method: 'PUT',
    headers: { authorization: `Bearer ${member.token}` },
    body: random.chance(0.1) ? archive.subarray(0, random.below(archive.length)) : archive,
  });
  await recordImportedVideos({ member, oracle });
}

/**
 * Takes the videos that imports have brought for what they are: theirs from now on, as whole as those they came from.
 */
export async function recordImportedVideos({ member, oracle }: Pick<LoadActor, 'member' | 'oracle'>): Promise<void> {
  await member.call('progress of an import', exportRoutes.importProgress, {});
  const listed = await member.call('the library', videoRoutes.list, { userId: member.id });
  if (listed.is !== 'done') return;
  const known = oracle.uploads.filter((upload) => upload.member === member).map(({ sha256 }) => sha256);
  const uploads = new Set(oracle.uploads.map(({ id }) => id));
  for (const { id } of listed.value.data) if (!uploads.has(id)) oracle.videoOf(member, id, known);
}

export const transferDeeds: readonly Action[] = [
  { name: 'export', weight: 0.3, run: exportAll },
  { name: 'import', weight: 0.3, run: importAll },
];
