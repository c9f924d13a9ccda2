import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { bodyOf, exampleOf, type Operation, takesFile } from './api-document.ts';

type Shown = { status: string; headers: string; body: string };

const told = ['etag', 'ratelimit', 'retry-after', 'idempotency-replayed'] as const;

async function show(response: Response): Promise<Shown> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const headers = told.flatMap((name) => (response.headers.has(name) ? `${name}: ${response.headers.get(name)}` : []));
  return {
    status: `${response.status} ${response.statusText}`.trim(),
    headers: headers.join('\n'),
    body: isJson ? JSON.stringify(JSON.parse(text), undefined, 2) : text,
  };
}

type Sent = { key: string; values: FormData };

function send(operation: Operation, { key, values }: Sent): Promise<Response> {
  const { method, path, parameters } = operation;
  const takesJson = bodyOf(operation) !== undefined;
  const valueOf = (name: string): string => String(values.get(name) ?? '').trim();
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
  const query = new URLSearchParams(
    parameters.flatMap(({ in: place, name }) => (place === 'query' && valueOf(name) ? [[name, valueOf(name)]] : [])),
  );
  const version = valueOf('if-match');
  return fetch(`${address}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(takesJson ? { 'content-type': 'application/json' } : {}),
      ...(version ? { 'if-match': version } : {}),
      ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
    },
    body: takesJson ? valueOf('body') : takesFile(operation) ? (values.get('file') as File) : null,
  });
}

/** Calls an operation with the reader's key, and shows the answer as it comes. */
export function TryOperation({ operation, apiKey }: { operation: Operation; apiKey: string }) {
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const { method, parameters, operationId } = operation;
  const body = bodyOf(operation);
  const needsVersion = parameters.some(({ $ref }) => $ref?.endsWith('IfMatch'));

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    try {
      setShown(await show(await send(operation, { key: apiKey, values })));
    } catch {
      setShown({ status: 'The server cannot be reached.', headers: '', body: '' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="mt-4 grid grid-cols-1 gap-4 border-t border-line pt-4" onSubmit={(event) => void submit(event)}>
      {parameters
        .filter(({ $ref }) => !$ref)
        .map(({ name, required, schema }) => (
          <Field
            key={name}
            label={name}
            name={name}
            required={required}
            defaultValue={schema.default === undefined ? '' : String(schema.default)}
          />
        ))}
      {needsVersion && <Field label="If-Match" name="if-match" hint="The ETag of what you have read, or *." />}
      {takesFile(operation) && <Field label="File" name="file" type="file" required />}
      {body && (
        <TextField
          label="Body"
          name="body"
          className="font-mono text-sm"
          spellCheck={false}
          defaultValue={JSON.stringify(exampleOf(body), undefined, 2)}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look={method === 'DELETE' ? 'danger' : 'secondary'} busy={busy} disabled={apiKey === ''}>
          Send
        </Button>
        <p className="text-sm text-soft">
          {apiKey === '' ? 'Paste a key above to try this.' : 'This really happens in your workspace.'}
        </p>
      </div>
      <div role="status" aria-label={`Answer of ${operationId}`}>
        {shown && (
          <>
            <p className="font-mono text-sm font-medium">{shown.status}</p>
            <pre
              role="region"
              aria-label="Answer"
              tabIndex={0}
              className="mt-2 max-h-96 overflow-auto rounded-md border border-line bg-sunken p-3 text-xs whitespace-pre-wrap break-words"
            >
              {[shown.headers, shown.body].filter((part) => part !== '').join('\n\n')}
            </pre>
          </>
        )}
      </div>
    </form>
  );
}
