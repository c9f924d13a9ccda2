/** The part of JSON Schema that the document has. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
};

type Parameter = { $ref?: string; name: string; in: 'path' | 'query'; required: boolean; schema: Schema };

/** Bytes have no schema. */
type Content = Record<string, { schema?: Schema }>;

export type Operation = {
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

export type ApiDocument = {
  info: { title: string; summary: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Record<string, Schema> };
};

export const operationsOf = ({ paths }: ApiDocument, tag: string): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === tag)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

export const bodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema;

/** Whether an operation takes a file as it is. */
export const takesFile = ({ requestBody }: Operation): boolean =>
  requestBody !== undefined && 'application/octet-stream' in requestBody.content;

/** The answer of an operation that succeeds. */
export const answerOf = ({ responses }: Operation): Schema | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']?.schema;

const limits = ({ minimum, maximum, maxLength, maxItems }: Schema): string => {
  // Whole numbers say the range of the language, where they have none of their own.
  const told = (number: number | undefined): number | undefined =>
    number !== undefined && Math.abs(number) < Number.MAX_SAFE_INTEGER ? number : undefined;
  const parts = [
    told(minimum) === undefined ? '' : `≥ ${minimum}`,
    told(maximum) === undefined ? '' : `≤ ${maximum}`,
    maxLength === undefined ? '' : `≤ ${maxLength} characters`,
    maxItems === undefined ? '' : `≤ ${maxItems} entries`,
  ].filter((part) => part !== '');
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
};

const nameIn = (ref: string): string => ref.split('/').at(-1)!;

/** Writes what a schema takes, as programmers read types. */
export function writeType(schema: Schema, indent = ''): string {
  if (schema.$ref) return nameIn(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((each) => writeType(each, indent)).join(' | ');
  if (schema.prefixItems) return `[${schema.prefixItems.map((each) => writeType(each, indent)).join(', ')}]`;
  if (schema.type === 'array') return `${writeType(schema.items ?? {}, indent)}[]${limits(schema)}`;
  if (schema.type !== 'object') return `${schema.format ?? [schema.type ?? 'any'].flat().join(' | ')}${limits(schema)}`;
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${writeType(each, inner)}`,
  );
  return lines.length === 0 ? '{ … }' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** Something to begin with for whoever tries a call: the fields that it needs. */
export function exampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleOf(choice);
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required?.includes(name))
        .map(([name, each]) => [name, exampleOf(each)]),
    );
  if (schema.type === 'array') return [exampleOf(schema.items ?? {})];
  if (schema.type === 'boolean') return schema.default ?? false;
  if (schema.type === 'integer' || schema.type === 'number') return schema.default ?? Math.max(0, schema.minimum ?? 0);
  return schema.default ?? '';
}
