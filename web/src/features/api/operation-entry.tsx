import { useState } from 'react';
import { answerOf, bodyOf, type Operation, type Schema, writeType } from './api-document.ts';
import { TryOperation } from './try-operation.tsx';

export function TypeBlock({ label, schema }: { label: string; schema: Schema }) {
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken p-3 text-xs leading-relaxed"
    >
      {writeType(schema)}
    </pre>
  );
}

/** One call: what it takes, what it answers, and a form that tries it. */
export function OperationEntry({ operation, apiKey }: { operation: Operation; apiKey: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { method, path, summary, description, operationId, parameters } = operation;
  const body = bodyOf(operation);
  const answer = answerOf(operation);
  const named = parameters.filter(({ $ref }) => !$ref);
  return (
    <details
      id={operationId}
      className="border-t border-line py-3"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer py-1">
        <span className="font-medium">{summary}</span>
        <code className="block text-sm break-all text-soft">
          {method} {path}
        </code>
      </summary>
      {isOpen && (
        <div className="mt-3 grid grid-cols-1 gap-3 sm:ps-4">
          <p className="text-sm">{description.replaceAll('`', '')}</p>
          {named.length > 0 && (
            <ul className="grid gap-1 text-sm">
              {named.map(({ name, in: place, required, schema }) => (
                <li key={name}>
                  <code>{name}</code> in the {place}
                  {required ? '' : ', optional'}: <code className="text-soft">{writeType(schema)}</code>
                </li>
              ))}
            </ul>
          )}
          {body && (
            <div>
              <h4 className="mb-1 text-sm font-medium">Takes</h4>
              <TypeBlock label={`What ${operationId} takes`} schema={body} />
            </div>
          )}
          {answer && (
            <div>
              <h4 className="mb-1 text-sm font-medium">Answers</h4>
              <TypeBlock label={`What ${operationId} answers`} schema={answer} />
            </div>
          )}
          <TryOperation operation={operation} apiKey={apiKey} />
        </div>
      )}
    </details>
  );
}
