import { problems } from '@lectern/contract/problem';
import { referenceRoutes } from '@lectern/contract/v1/reference';
import { createClient } from '@lectern/contract/client';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiDocument, operationsOf } from '../features/api/api-document.ts';
import { OperationEntry, TypeBlock } from '../features/api/operation-entry.tsx';
import { NotLoaded } from '../session/not-loaded.tsx';
import { createQueryClient } from '../session/query-client.ts';
import { brand } from '../ui/brand.ts';
import { Field } from '../ui/field.tsx';
import { TextLink } from '../ui/button-link.tsx';
import { usePageTitle } from '../ui/page-title.ts';

const client = createQueryClient();
const call = createClient();

const headingOf = (tag: string): string => `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`;

/** A link to a part of this page is followed once the part is there. */
function useHash(isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const part = document.getElementById(location.hash.slice(1));
    if (part instanceof HTMLDetailsElement) part.setAttribute('open', '');
    part?.scrollIntoView();
  }, [isThere]);
}

function Calls({ apiKey }: { apiKey: string }) {
  const query = useQuery({
    queryKey: ['openapi'],
    queryFn: async () => (await call(referenceRoutes.openapi, undefined)) as unknown as ApiDocument,
    staleTime: Infinity,
  });
  useHash(query.data !== undefined);
  if (!query.data)
    return (
      <>
        <NotLoaded query={query} />
        {/* They would be pushed down by the calls. */}
        {query.error && <Problems />}
      </>
    );
  const { tags, components } = query.data;
  return (
    <>
      <nav aria-label="Parts of this reference" className="mt-4">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {[
            ...tags.map(({ name }) => [`tag-${name}`, headingOf(name)]),
            ['schemas', 'Schemas'],
            ['problems', 'Problems'],
          ].map(([id, label]) => (
            <li key={id}>
              <a className="prose-link inline-block py-1" href={`#${id}`}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {tags.map(({ name, description }) => (
        <section key={name} aria-labelledby={`tag-${name}`} className="mt-10">
          <h3 id={`tag-${name}`} className="text-xl">
            {headingOf(name)}
          </h3>
          <p className="mt-1 mb-3 text-soft">{description}</p>
          {operationsOf(query.data, name).map((operation) => (
            <OperationEntry key={operation.operationId} operation={operation} apiKey={apiKey} />
          ))}
        </section>
      ))}
      <section aria-labelledby="schemas" className="mt-16">
        <h2 id="schemas" className="text-2xl">
          Schemas
        </h2>
        {Object.entries(components.schemas).map(([name, schema]) => (
          <div key={name} className="mt-6">
            <h3 id={`schema-${name}`} className="mb-2 font-mono text-base">
              {name}
            </h3>
            <TypeBlock label={name} schema={schema} />
          </div>
        ))}
      </section>
      <Problems />
    </>
  );
}

function Problems() {
  return (
    <section aria-labelledby="problems" className="mt-16">
      <h2 id="problems" className="text-2xl">
        Problems
      </h2>
      <p className="mt-2 text-soft">Programs compare the code. A code keeps its meaning.</p>
      <dl className="mt-6 grid gap-4">
        {Object.entries(problems).map(([code, { status, text }]) => (
          <div key={code} id={`problem-${code}`} className="border-t border-line pt-3">
            <dt className="font-mono text-sm font-medium break-all">
              {code} <span className="text-soft">{status}</span>
            </dt>
            <dd className="mt-1 text-sm">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every call of programs, made of the document that describes them. */
export default function ApiReference() {
  usePageTitle('API reference');
  const [apiKey, setApiKey] = useState('');
  return (
    <QueryClientProvider client={client}>
      <div className="mx-auto w-full max-w-4xl px-4 py-12 sm:px-6 lg:py-20">
        <p className="eyebrow">For programs</p>
        <h1 className="mt-2 text-3xl">API reference</h1>
        <p className="mt-4">
          Everything a person can do in a workspace of {brand}, by the same rights. Make a key among your{' '}
          <TextLink to="/asset/workspace?part=keys">API keys</TextLink> and send it as{' '}
          <code>Authorization: Bearer lec_…</code>; the document of all calls is{' '}
          <a className="prose-link" href="/api/v1/openapi.json">
            /api/v1/openapi.json
          </a>
          .
        </p>
        <div className="mt-8 max-w-xl">
          <Field
            label="API key, to try calls"
            hint="It stays in this page and is forgotten when you leave it."
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={apiKey}
            onChange={(event) => setApiKey(event.target.value.trim())}
          />
        </div>
        <h2 className="mt-16 text-2xl">Calls</h2>
        <Calls apiKey={apiKey} />
      </div>
    </QueryClientProvider>
  );
}
