import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readConfig, settings } from '../server/src/main/config.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const yaml = (path: string): unknown => parse(read(path));

/** Lines NAME=VALUE. */
const assignments = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

/** Names that are no settings, and whose they are. */
const ofNode = new Set(['NODE_ENV']);

function areSettings(names: readonly string[], where: string): void {
  const unknown = names.filter((name) => !(name in settings) && !ofNode.has(name));
  assert.deepEqual(unknown, [], `${where} sets what the product does not know`);
}

const dockerfile = read('Dockerfile');
const { version } = JSON.parse(read('package.json')) as { version: string };

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
    assert.match(last, /^USER 1001:1001$/m);
    assert.match(last, /^HEALTHCHECK /m);
    assert.match(last, /^VOLUME \/data$/m);
    const env = assignments(/^ENV (.+)$/m.exec(last)![1]!.replaceAll(' ', '\n'));
    areSettings(Object.keys(env), 'the Dockerfile');
    assert.equal(readConfig(env).dataDir, '/data');
    const [, command] = /^CMD \["node", "(.+)"\]$/m.exec(last)!;
    assert.ok(existsSync(join(root, command!)));
    for (const secret of ['**/.env', '**/secrets.env', 'data', '.git'])
      assert.ok(read('.dockerignore').split('\n').includes(secret), `${secret} is not kept out of the image`);
  });

  it('composes services with settings that the product knows', () => {
    type Service = {
      image: string;
      environment?: Record<string, string>;
      env_file?: object[];
      volumes?: string[];
      depends_on?: Record<string, unknown>;
      read_only?: boolean;
      cap_drop?: string[];
    };
    const { services, volumes } = yaml('deploy/compose.yaml') as {
      services: Record<string, Service>;
      volumes: Record<string, unknown>;
    };
    const { app } = services;
    areSettings(Object.keys(app!.environment!), 'deploy/compose.yaml');
    assert.deepEqual(
      app!.env_file,
      [{ path: '.env', required: false }],
      'what is set in deploy/.env reaches the server',
    );
    assert.ok(
      !read('deploy/compose.yaml').includes(':-}'),
      'a setting that may be absent would hide that of deploy/.env',
    );
    assert.ok(app!.read_only === true && app!.cap_drop?.includes('ALL'));
    assert.equal(app!.image, `lectern:${version}`);
    for (const [name, service] of Object.entries(services)) {
      for (const other of Object.keys(service.depends_on ?? {})) assert.ok(other in services, `${name} needs ${other}`);
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':');
        const there = source!.startsWith('.')
          ? existsSync(join(root, 'deploy', source!))
          : Object.hasOwn(volumes, source!);
        assert.ok(there, `${name} mounts ${source}`);
      }
    }
    // As it is filled in, it starts.
    const filled = Object.fromEntries(
      Object.entries(app!.environment!).map(([name, value]) => [
        name,
        value.replace(/\$\{PUBLIC_URL:[^}]+\}/, 'https://lectern.example').replace(/\$\{[A-Z_]+:\?[^}]+\}/, 'secret'),
      ]),
    );
    const config = readConfig(filled);
    assert.equal(config.database.kind, 'postgresql');
    assert.equal(config.proxies, 1);
  });

  it('names only existing resources in the Kubernetes manifests', () => {
    type Kustomization = {
      resources: string[];
      configMapGenerator: { name: string; literals: string[] }[];
      secretGenerator: { name: string; envs: string[] }[];
      images: { name: string; newTag: string }[];
    };
    const kustomization = yaml('deploy/kubernetes/kustomization.yaml') as Kustomization;
    for (const resource of kustomization.resources)
      assert.ok(existsSync(join(root, 'deploy/kubernetes', resource)), resource);
    const literals = assignments(kustomization.configMapGenerator.flatMap((map) => map.literals).join('\n'));
    const secrets = assignments(read('deploy/kubernetes/secrets.env.example'));
    areSettings([...Object.keys(literals), ...Object.keys(secrets)], 'deploy/kubernetes');
    readConfig({ ...literals, ...secrets });
    assert.equal(kustomization.images[0]?.newTag, version);

    type Container = {
      image: string;
      ports: { name: string; containerPort: number }[];
      envFrom: Record<string, { name: string }>[];
      securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
      volumeMounts: { name: string; mountPath: string }[];
    } & Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { httpGet: { path: string; port: string } }>;
    type Pod = {
      securityContext: { runAsNonRoot: boolean; runAsUser: number };
      containers: Container[];
      volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
    };
    const { spec } = yaml('deploy/kubernetes/deployment.yaml') as { spec: { template: { spec: Pod } } };
    const pod = spec.template.spec;
    const [container] = pod.containers;
    assert.ok(pod.securityContext.runAsNonRoot && container!.securityContext.readOnlyRootFilesystem);
    assert.match(dockerfile, new RegExp(`^USER ${pod.securityContext.runAsUser}:`, 'm'));
    assert.equal(container!.image, kustomization.images[0]?.name);
    const generated = [...kustomization.configMapGenerator, ...kustomization.secretGenerator].map(({ name }) => name);
    for (const source of container!.envFrom) assert.ok(generated.includes(Object.values(source)[0]!.name));
    for (const { name } of container!.volumeMounts)
      assert.ok(
        pod.volumes.some((volume) => volume.name === name),
        name,
      );
    const claim = (yaml('deploy/kubernetes/storage.yaml') as { metadata: { name: string } }).metadata.name;
    assert.ok(pod.volumes.some(({ persistentVolumeClaim: of }) => of?.claimName === claim));
    for (const probe of [container!.startupProbe, container!.livenessProbe, container!.readinessProbe]) {
      assert.ok(['/healthz', '/readyz'].includes(probe.httpGet.path));
      assert.ok(container!.ports.some(({ name }) => name === probe.httpGet.port));
    }
    assert.equal(container!.ports[0]?.containerPort, Number(/PORT=(\d+)/.exec(dockerfile)?.[1]));
  });
});
