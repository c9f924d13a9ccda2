import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { CreateBucketCommand, ListMultipartUploadsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';
import { eventually } from './member.ts';

/** A genuine S3 server of the tests' own: Ceph's gateway with one monitor and one storage daemon, all in memory. */
export type Ceph = {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The gateway stands still, or goes on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** SIGKILL to the gateway: nobody takes connections. What it has stored stays, with the daemons behind it. */
  killGateway(): Promise<void>;
  /** After `killGateway`. Resolves when it answers. */
  startGateway(): Promise<void>;
  stop(): Promise<void>;
};

const programs = ['ceph-mon', 'ceph-osd', 'ceph', 'monmaptool', 'radosgw', 'radosgw-admin'];

/** Whether Ceph is installed (Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd). */
export function hasCeph(): boolean {
  try {
    for (const program of programs) execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const accessKeyId = 'testkey';
const secretAccessKey = 'testsecret';

const settings = (folder: string, fsid: string, monitor: number, gateway: number): string => `[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monitor}
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon warn on pool no redundancy = false
mon data avail crit = 1
osd crush chooseleaf type = 0
# Without these two the storage daemon ends with "wrong fsid".
osd class update on start = false
osd crush update on start = false
# The start falls from 12 seconds to 3.
paxos propose interval = 0.02
paxos min wait = 0.01
mon osd min up ratio = 0
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}/run
pid file = ${folder}/run/$name.pid
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
log to file = true
mon cluster log to file = false
osd objectstore = memstore
memstore device bytes = 4294967296
osd max object name len = 256
osd fast shutdown = true
public addr = 127.0.0.1
cluster addr = 127.0.0.1
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw data = ${folder}/rgw
rgw lc debug interval = 10
rgw multipart min part size = 5242880
`;

/**
 * The standard input ends when this process does, however it does: then the daemons end and their data are removed. A
 * busy monitor refuses its first commands.
 */
const supervised = `exec 3<&0; cd "$1"; export CEPH_CONF="$1/ceph.conf"; mkdir mon osd rgw run log
  {
    monmaptool --create --clobber --fsid "$2" --addv a "[v1:127.0.0.1:$3]" monmap &&
    ceph-mon -i a --mkfs --monmap monmap &&
    ceph-mon -i a --public-addr "127.0.0.1:$3" &&
    osd=$(cat /proc/sys/kernel/random/uuid) &&
    timeout 40 sh -c 'until ceph osd new "$1"; do sleep 0.2; done' - "$osd" &&
    ceph-osd -i 0 --mkfs --osd-uuid "$osd" --monmap monmap &&
    timeout 40 ceph osd crush add osd.0 1.0 root=default host=local &&
    ceph-osd -i 0 &&
    radosgw -n client.rgw &&
    timeout 60 radosgw-admin user create --uid=test --display-name=test --access-key="$4" --secret-key="$5"
  } >log/start.out 2>&1 </dev/null 3<&- && echo ready && cat <&3 >/dev/null || tail -5 log/start.out
  for pid in run/*.pid; do kill -9 "$(cat "$pid")" 2>/dev/null; done
  rm -rf "$1"`;

const clientOf = ({ endpoint, accessKeyId, secretAccessKey }: Ceph): S3Client =>
  new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });

/** Every key of a bucket, and the keys under which something was begun in parts and is no object yet. */
export async function listBucketContent(ceph: Ceph, bucket: string): Promise<{ keys: string[]; begun: string[] }> {
  const client = clientOf(ceph);
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
    keys.push(...Contents.map(({ Key }) => Key!));
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  client.destroy();
  return { keys, begun: Uploads.map(({ Key }) => Key!) };
}

/** A bucket of the gateway for an installation: its settings. */
export async function createTestBucket(ceph: Ceph, bucket: string): Promise<Record<string, string>> {
  const { endpoint, accessKeyId, secretAccessKey } = ceph;
  const client = clientOf(ceph);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    STORAGE_BACKEND: 's3',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
    S3_PREFIX: 'lectern',
  };
}

/** Where others start at the same moment, a port may be gone by then: so there is a second try. */
export const startCeph = (): Promise<Ceph> => start().catch(start);

async function start(): Promise<Ceph> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-ceph-'));
  const [monitor, gateway] = [await freePort(), await freePort()];
  const fsid = randomUUID();
  await writeFile(join(folder, 'ceph.conf'), settings(folder, fsid, monitor, gateway));
  const args = ['-c', supervised, 'sh', folder, fsid, String(monitor), accessKeyId, secretAccessKey];
  const daemons = spawn('sh', args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const lines: string[] = [];
  for await (const line of createInterface({ input: daemons.stdout })) {
    lines.push(line);
    if (line === 'ready' || line === 'failed') break;
  }
  if (lines.at(-1) !== 'ready') {
    // It waits for that before it ends what did start.
    daemons.stdin.end();
    throw new Error(`Ceph does not start: ${lines.join(' ')}`);
  }
  // Neither keeps this process alive.
  daemons.unref();
  (daemons.stdin as unknown as { unref(): void }).unref();
  (daemons.stdout as unknown as { unref(): void }).unref();
  const endpoint = `http://127.0.0.1:${gateway}`;
  const isReachable = (): Promise<boolean> =>
    fetch(endpoint).then(
      () => true,
      () => false,
    );
  const pidFile = join(folder, 'run', 'client.rgw.pid');
  const gatewayPid = async (): Promise<number> => Number(await readFile(pidFile, 'utf8'));
  return {
    endpoint,
    accessKeyId,
    secretAccessKey,
    async signal(signal) {
      process.kill(await gatewayPid(), signal);
    },
    async killGateway() {
      const pid = await gatewayPid();
      process.kill(pid, 'SIGKILL');
      await eventually(async () => ((await isReachable()) ? undefined : true), 'the end of the gateway');
    },
    async startGateway() {
      // It goes into the background by itself, and writes its pid where the supervisor looks for it.
      const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') };
      await promisify(execFile)('radosgw', ['-n', 'client.rgw'], { cwd: folder, env });
      await eventually(async () => ((await isReachable()) ? true : undefined), 'the gateway');
    },
    async stop() {
      const gone = once(daemons, 'exit');
      daemons.ref();
      daemons.stdin.end();
      if (daemons.exitCode === null) await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
