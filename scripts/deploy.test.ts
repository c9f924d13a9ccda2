import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, settings } from '../server/src/main/config.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Lines NAME=VALUE. */
const assignments = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_\d]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

/** `NODE_ENV` is no setting: it is Node's. */
const areSettings = (names: readonly string[], where: string): void =>
  assert.deepEqual(
    names.filter((name) => !(name in settings) && name !== 'NODE_ENV'),
    [],
    `${where} sets what the product does not know`,
  );

const dockerfile = read('Dockerfile');
const port = Number(/PORT=(\d+)/.exec(dockerfile)?.[1]);
const { version } = JSON.parse(read('package.json')) as { version: string };

type Service = {
  image: string;
  environment?: Record<string, string>;
  env_file?: object[];
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  configs?: { source: string }[];
  deploy?: { replicas: number };
  read_only?: boolean;
  cap_drop?: string[];
};

/** A compose file whose services name only what there is. */
function readCompose(file: string): Record<string, Service> {
  type Compose = { services: Record<string, Service>; volumes: object; configs?: object };
  const { services, volumes, configs = {} } = parse(read(file), { merge: true }) as Compose;
  for (const [name, service] of Object.entries(services)) {
    for (const other of Object.keys(service.depends_on ?? {})) assert.ok(other in services, `${name} needs ${other}`);
    for (const { source } of service.configs ?? []) assert.ok(source in configs, `${name} takes ${source}`);
    for (const volume of service.volumes ?? []) {
      const [source, target] = volume.split(':');
      // One without a name is of its container alone.
      if (target === undefined) continue;
      const there = source!.startsWith('.')
        ? existsSync(join(root, 'deploy', source!))
        : Object.hasOwn(volumes, source!);
      assert.ok(there, `${name} mounts ${source}`);
    }
  }
  return services;
}

/** The settings of a service of ours, as they are read when the file of settings is filled in. */
function configOf({ image, environment, env_file, read_only, cap_drop }: Service, file: string) {
  assert.equal(image, `lectern:${version}`);
  assert.ok(read_only === true && cap_drop?.includes('ALL'), file);
  assert.deepEqual(env_file, [{ path: '.env', required: false }], 'settings in deploy/.env reach the server');
  areSettings(Object.keys(environment!), file);
  const filled = Object.entries(environment!).map(([name, value]) => [
    name,
    value
      .replace(/\$\{(?:PUBLIC_URL|S3_ENDPOINT):[^}]+\}/, 'https://lectern.example')
      .replace(/\$\{[A-Z_\d]+:\?[^}]+\}/, 'secret'),
  ]);
  return readConfig(Object.fromEntries(filled) as Record<string, string>);
}

type Kustomization = {
  resources: string[];
  configMapGenerator: { name: string; literals: string[] }[];
  secretGenerator: { name: string; envs: string[] }[];
  images: { name: string; newTag: string }[];
};
type Resource = { kind: string; metadata: { name: string }; spec: Record<string, unknown> };
type Pod = {
  securityContext: { runAsNonRoot: boolean; runAsUser: number };
  volumes: { name: string; emptyDir?: object; persistentVolumeClaim?: { claimName: string } }[];
  containers: ({
    image: string;
    env?: { name: string; value: string }[];
    ports: { name: string; containerPort: number }[];
    envFrom: Record<string, { name: string }>[];
    securityContext: { readOnlyRootFilesystem: boolean };
    volumeMounts: { name: string }[];
    lifecycle?: { preStop: { exec: { command: string[] } } };
  } & Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { httpGet: { path: string; port: string } }>)[];
};

/** The manifests of a folder: what they set, and their resources by kind and name. */
function readManifests(folder: string) {
  const { resources, configMapGenerator, secretGenerator, images } = parse(
    read(`${folder}/kustomization.yaml`),
  ) as Kustomization;
  const set = assignments(
    [...configMapGenerator.flatMap(({ literals }) => literals), read(`${folder}/secrets.env.example`)].join('\n'),
  );
  areSettings(Object.keys(set), folder);
  assert.equal(images[0]?.newTag, version);
  const all = resources.flatMap((file) =>
    parseAllDocuments(read(`${folder}/${file}`)).map((document) => document.toJS() as Resource),
  );
  const of = (kind: string, name: string): Record<string, unknown> => {
    const found = all.find((each) => each.kind === kind && each.metadata.name === name);
    assert.ok(found, `${kind} ${name}`);
    return found.spec;
  };
  const generated = new Set([...configMapGenerator, ...secretGenerator].map(({ name }) => name));
  /** The pod of a deployment, which runs our image as it is meant to be run. */
  function podOf(name: string) {
    type Template = { metadata?: { labels: Record<string, string> }; spec: Pod };
    const { metadata, spec } = (of('Deployment', name) as { template: Template }).template;
    const [container] = spec.containers;
    assert.equal(container!.image, images[0]?.name);
    assert.match(dockerfile, new RegExp(`^USER ${spec.securityContext.runAsUser}:`, 'm'));
    assert.ok(spec.securityContext.runAsNonRoot && container!.securityContext.readOnlyRootFilesystem);
    for (const source of container!.envFrom) assert.ok(generated.has(Object.values(source)[0]!.name));
    const volumes = container!.volumeMounts.map((mount) => spec.volumes.find((volume) => volume.name === mount.name));
    return { labels: metadata?.labels, container: container!, volumes };
  }
  return { set, all, of, podOf };
}

describe('what is deployed', () => {
  it('brings its own Node also where nothing is installed but what it runs on', () => {
    const { dependencies, scripts } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    assert.match(dependencies?.node ?? '', /^\d/, '`npm ci --omit=dev` would leave the system’s to run TypeScript');
    assert.equal(scripts?.start, 'node scripts/start.ts');
  });

  it('builds an image without root, with a health check, on the Node version of the project', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } };
    for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm))
      assert.match(image!, new RegExp(`^node:${dependencies.node}-`));
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    for (const line of [/^USER 1001:1001$/m, /^HEALTHCHECK /m, /^VOLUME \/data$/m]) assert.match(last, line);
    const env = assignments(/^ENV (.+)$/m.exec(last)![1]!.replaceAll(' ', '\n'));
    areSettings(Object.keys(env), 'the Dockerfile');
    assert.equal(readConfig(env).dataDir, '/data');
    const [, command] = /^CMD \["node", "(.+)"\]$/m.exec(last)!;
    assert.ok(existsSync(join(root, command!)));
    for (const secret of ['**/.env', '**/secrets.env', 'data', '.git'])
      assert.ok(read('.dockerignore').split('\n').includes(secret), `${secret} is not kept out of the image`);
  });

  it('composes services with settings that the product knows', () => {
    const file = 'deploy/compose.yaml';
    const { database, proxies } = configOf(readCompose(file).app!, file);
    assert.deepEqual([database.kind, proxies], ['postgresql', 1]);
    assert.ok(!read(file).includes(':-}'), 'a setting that may be absent would hide that of deploy/.env');
  });

  it('composes the fleet from web and worker processes on PostgreSQL and a bucket', () => {
    const file = 'deploy/compose.fleet.yaml';
    const services = readCompose(file);
    for (const name of ['web', 'worker']) {
      const { role, database, storage, proxies } = configOf(services[name]!, file);
      assert.deepEqual([role, database.kind, storage.kind, proxies], [name, 'postgresql', 's3', 1]);
      assert.equal(services[name]!.deploy?.replicas, 2);
    }
    const { S3_BUCKET } = services.web!.environment!;
    assert.ok(JSON.stringify(services.bucket).includes(`s3.bucket.create -name ${S3_BUCKET} `));
    const caddy = read('deploy/Caddyfile.fleet');
    assert.ok(caddy.includes(`dynamic a web ${port}`) && caddy.includes('reverse_proxy seaweedfs:8333'));
    assert.ok(read(file).includes('-s3.port=8333'));
  });

  it('names only existing resources in the Kubernetes manifests', () => {
    const { set, all, podOf } = readManifests('deploy/kubernetes');
    readConfig(set);
    const { container, volumes } = podOf('app');
    const claims = all.filter(({ kind }) => kind === 'PersistentVolumeClaim').map(({ metadata }) => metadata.name);
    assert.ok(volumes.length > 0 && volumes.every(Boolean));
    assert.ok(volumes.some((volume) => claims.includes(volume?.persistentVolumeClaim?.claimName ?? '')));
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      assert.ok(['/healthz', '/readyz'].includes(probe.httpGet.path));
      assert.ok(container.ports.some(({ name }) => name === probe.httpGet.port));
    }
    assert.equal(container.ports[0]?.containerPort, port);
  });

  it('names only existing resources in the fleet manifests', () => {
    const { set, of, podOf } = readManifests('deploy/kubernetes-fleet');
    for (const name of ['web', 'worker']) {
      const { labels, container, volumes } = podOf(name);
      const env = Object.fromEntries(container.env!.map(({ name, value }) => [name, value]));
      const { role, database, storage } = readConfig({ ...set, ...env });
      assert.deepEqual([role, database.kind, storage.kind], [name, 'postgresql', 's3']);
      // No pod has anything that another one needs.
      for (const volume of volumes) assert.ok(volume?.emptyDir, volume?.name ?? name);
      assert.equal(container.readinessProbe.httpGet.path, '/readyz');
      // Web pods stop only after new calls have ceased.
      const waits = container.lifecycle?.preStop.exec.command;
      assert.deepEqual(waits, name === 'web' ? ['sleep', '5'] : undefined);
      const { selector } = of('PodDisruptionBudget', name) as { selector: { matchLabels: object } };
      assert.deepEqual(selector.matchLabels, labels);
      const { scaleTargetRef } = of('HorizontalPodAutoscaler', name) as { scaleTargetRef: { name: string } };
      assert.equal(scaleTargetRef.name, name);
    }
    type Scaling = { metrics: { external: { metric: { name: string } } }[] };
    const { metrics } = of('HorizontalPodAutoscaler', 'worker') as Scaling;
    const told = read('server/src/features/operations/metrics.ts');
    assert.ok(told.includes(`'${metrics[0]!.external.metric.name}'`));
    const { selector } = of('Service', 'web') as { selector: Record<string, string> };
    assert.deepEqual(selector, { 'app.kubernetes.io/component': 'web' });
  });
});
