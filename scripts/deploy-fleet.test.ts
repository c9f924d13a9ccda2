import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, settings } from '../server/src/main/config.ts';

const deploy = join(import.meta.dirname, '../deploy');
const read = (path: string): string => readFileSync(join(deploy, path), 'utf8');
const { version } = JSON.parse(read('../package.json')) as { version: string };

const areSettings = (names: readonly string[], where: string): void =>
  assert.deepEqual(
    names.filter((name) => !(name in settings)),
    [],
    `${where} sets what the product does not know`,
  );

/** Values as the file of settings fills them in. */
const filled = (environment: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{(?:PUBLIC_URL|S3_ENDPOINT):\?[^}]+\}/, 'https://lectern.example')
        .replace(/\$\{[A-Z_\d]+:\?[^}]+\}/, 'secret'),
    ]),
  );

describe('what is deployed on many machines', () => {
  it('composes the fleet from web and worker processes on PostgreSQL and a bucket', () => {
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
    type Compose = { services: Record<string, Service>; volumes: object; configs: object };
    const text = read('compose.fleet.yaml');
    const { services, volumes, configs } = parse(text, { merge: true }) as Compose;
    for (const role of ['web', 'worker']) {
      const { image, environment, env_file, read_only, cap_drop, deploy: how } = services[role]!;
      assert.equal(image, `lectern:${version}`);
      assert.ok(read_only === true && cap_drop?.includes('ALL') && how?.replicas === 2, role);
      assert.deepEqual(env_file, [{ path: '.env', required: false }], `what is set in deploy/.env reaches ${role}`);
      areSettings(Object.keys(environment!), 'deploy/compose.fleet.yaml');
      const config = readConfig(filled(environment!));
      assert.deepEqual(
        [config.role, config.database.kind, config.storage.kind, config.proxies],
        [role, 'postgresql', 's3', 1],
      );
    }
    for (const [name, service] of Object.entries(services)) {
      for (const other of Object.keys(service.depends_on ?? {})) assert.ok(other in services, `${name} needs ${other}`);
      for (const { source } of service.configs ?? []) assert.ok(source in configs, `${name} takes ${source}`);
      for (const volume of service.volumes ?? []) {
        const [source, target] = volume.split(':');
        // One without a name is of its container alone.
        if (target === undefined) continue;
        const there = source!.startsWith('.') ? existsSync(join(deploy, source!)) : Object.hasOwn(volumes, source!);
        assert.ok(there, `${name} mounts ${source}`);
      }
    }
    const { S3_BUCKET } = services.web!.environment!;
    assert.ok(JSON.stringify(services.bucket).includes(`s3.bucket.create -name ${S3_BUCKET} `));
    const caddy = read('Caddyfile.fleet');
    const port = /PORT=(\d+)/.exec(read('../Dockerfile'))![1];
    assert.ok(caddy.includes(`dynamic a web ${port}`) && caddy.includes('reverse_proxy seaweedfs:8333'));
    assert.ok(text.includes('-s3.port=8333'));
  });

  it('names only existing resources in the fleet manifests', () => {
    const folder = 'kubernetes-fleet';
    type Kustomization = {
      resources: string[];
      configMapGenerator: { name: string; literals: string[] }[];
      secretGenerator: { name: string; envs: string[] }[];
      images: { name: string; newTag: string }[];
    };
    const { resources, configMapGenerator, secretGenerator, images } = parse(
      read(`${folder}/kustomization.yaml`),
    ) as Kustomization;
    const lines = [...configMapGenerator.flatMap(({ literals }) => literals), read(`${folder}/secrets.env.example`)];
    const set = Object.fromEntries(
      [...lines.join('\n').matchAll(/^([A-Z_\d]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
    );
    areSettings(Object.keys(set), `deploy/${folder}`);
    assert.equal(images[0]?.newTag, version);

    type Resource = { kind: string; metadata: { name: string }; spec: Record<string, unknown> };
    const all = resources.flatMap((file) =>
      parseAllDocuments(read(`${folder}/${file}`)).map((document) => document.toJS() as Resource),
    );
    const of = (kind: string, name: string): Record<string, unknown> => {
      const found = all.find((each) => each.kind === kind && each.metadata.name === name);
      assert.ok(found, `${kind} ${name}`);
      return found.spec;
    };
    type Pod = {
      metadata: { labels: Record<string, string> };
      spec: {
        securityContext: { runAsNonRoot: boolean; runAsUser: number };
        volumes: { name: string; emptyDir?: object }[];
        containers: {
          image: string;
          env: { name: string; value: string }[];
          envFrom: Record<string, { name: string }>[];
          securityContext: { readOnlyRootFilesystem: boolean };
          volumeMounts: { name: string }[];
          readinessProbe: { httpGet: { path: string } };
          lifecycle?: { preStop: { exec: { command: string[] } } };
        }[];
      };
    };
    const generated = [...configMapGenerator, ...secretGenerator].map(({ name }) => name);
    for (const role of ['web', 'worker']) {
      const { template } = of('Deployment', role) as { template: Pod };
      const [container] = template.spec.containers;
      const env = Object.fromEntries(container!.env.map(({ name, value }) => [name, value]));
      const config = readConfig({ ...set, ...env });
      assert.deepEqual([config.role, config.database.kind, config.storage.kind], [role, 'postgresql', 's3']);
      assert.equal(container!.image, images[0]?.name);
      assert.match(read('../Dockerfile'), new RegExp(`^USER ${template.spec.securityContext.runAsUser}:`, 'm'));
      assert.ok(template.spec.securityContext.runAsNonRoot && container!.securityContext.readOnlyRootFilesystem);
      for (const source of container!.envFrom) assert.ok(generated.includes(Object.values(source)[0]!.name));
      for (const { name } of container!.volumeMounts)
        // No pod has anything that another one needs.
        assert.ok(template.spec.volumes.find((volume) => volume.name === name)?.emptyDir, name);
      assert.equal(container!.readinessProbe.httpGet.path, '/readyz');
      // Web pods stop only after new calls have ceased.
      const waits = container!.lifecycle?.preStop.exec.command;
      assert.deepEqual(waits, role === 'web' ? ['sleep', '5'] : undefined);
      const { labels } = template.metadata;
      const { selector } = of('PodDisruptionBudget', role) as { selector: { matchLabels: object } };
      assert.deepEqual(selector.matchLabels, labels);
      const { scaleTargetRef } = of('HorizontalPodAutoscaler', role) as { scaleTargetRef: { name: string } };
      assert.equal(scaleTargetRef.name, role);
    }
    type Scaling = { metrics: { external: { metric: { name: string } } }[] };
    const { metrics } = of('HorizontalPodAutoscaler', 'worker') as Scaling;
    const told = read('../server/src/features/operations/metrics.ts');
    assert.ok(told.includes(`'${metrics[0]!.external.metric.name}'`));
    const { selector } = of('Service', 'web') as { selector: Record<string, string> };
    assert.deepEqual(selector, { 'app.kubernetes.io/component': 'web' });
  });
});
