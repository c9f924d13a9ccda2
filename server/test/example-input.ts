import type { Route } from '@lectern/contract/route';
import { z } from 'zod';

/** The part of JSON Schema used here, as zod writes it. */
type Schema = {
  type?: string | string[];
  maxLength?: number;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  format?: string;
  minimum?: number;
  minLength?: number;
};

/**
 * A text that a schema takes: where it stands, its greatest length where it says one, and an input that holds another
 * there.
 */
export type TextPlace = { path: readonly (string | number)[]; longest?: number; holding: (text: string) => unknown };

/** Every text of a schema, of every choice that it gives. */
export function textPlacesIn(schema: z.ZodType, known: Readonly<Record<string, unknown>> = {}): TextPlace[] {
  const as = (io: 'input' | 'output') => [
    ...textPlaces(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema, known),
  ];
  const taken = as('input');
  const nameOf = ({ path }: TextPlace): string => path.join('.');
  // Texts that are cut or cleared before measuring declare their length in the output schema only.
  const understood = new Map(as('output').map((place) => [nameOf(place), place.longest]));
  return taken.map((place) => {
    const longest = place.longest ?? understood.get(nameOf(place));
    return longest === undefined ? place : { ...place, longest };
  });
}

function* textPlaces(
  schema: Schema,
  known: Readonly<Record<string, unknown>>,
  path: TextPlace['path'] = [],
  within: (value: unknown) => unknown = (value) => value,
): Generator<TextPlace> {
  for (const option of schema.anyOf ?? schema.oneOf ?? []) yield* textPlaces(option, known, path, within);
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* textPlaces(field, known, [...path, name], (value) =>
      within({ ...(example(schema, known) as object), [name]: value }),
    );
  if (schema.items) yield* textPlaces(schema.items, known, [...path, 0], (value) => within([value]));
  if (![schema.type].flat().includes('string') || schema.const !== undefined || schema.enum) return;
  const { maxLength: longest } = schema;
  yield { path, ...(longest === undefined ? {} : { longest }), holding: within };
}

/** The schema of each part that the calls of these features take, by its place. */
export const schemasOfCalls = (
  features: readonly { routes: Readonly<Record<string, Route>> }[],
): [place: string, schema: z.ZodType][] =>
  features.flatMap(({ routes }) =>
    Object.values(routes).flatMap(({ method, path, params, query, body }) =>
      Object.entries({ params, query, body }).flatMap(([part, schema]): [string, z.ZodType][] =>
        schema === undefined || schema === 'bytes' ? [] : [[`${method} ${path} ${part}`, schema]],
      ),
    ),
  );

export type Parts = Record<'params' | 'query' | 'body', unknown>;

/** Something a route takes by its own schema; what `known` has of it stands in the fields of these names. */
export function exampleInput({ params, query, body }: Route, known: Readonly<Record<string, unknown>>): Parts {
  const part = (schema: Route['body']): unknown =>
    schema && schema !== 'bytes'
      ? example(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, known)
      : {};
  return { params: part(params), query: part(query), body: part(body) };
}

function example(schema: Schema | undefined, known: Readonly<Record<string, unknown>>): unknown {
  if (schema?.const !== undefined) return schema.const;
  if (schema?.enum) return schema.enum[0];
  const option = schema?.anyOf?.[0] ?? schema?.oneOf?.[0];
  if (option) return example(option, known);
  switch (schema?.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [
          name,
          name in known ? known[name] : example(field, known),
        ]),
      );
    case 'array':
      return schema.prefixItems?.map((item) => example(item, known)) ?? [example(schema.items, known)];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return formats[schema?.format ?? ''] ?? 'x'.repeat(Math.max(2, schema?.minLength ?? 0));
  }
}

const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'somebody@example.org',
  date: '2027-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  uri: 'https://example.org',
};

/** Every place within a value, as the names and numbers that lead to it. */
export function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* placesIn(inner, [...path, name]);
}

/** A copy of a value with something else at one place. */
export function replaceAt<T>(value: T, path: readonly string[], given: unknown): T {
  const copy = structuredClone(value);
  const last = path.at(-1)!;
  const holder = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((inner, name) => inner[name] as Record<string, unknown>, copy as never);
  holder[last] = given;
  return copy;
}
