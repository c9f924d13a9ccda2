/** Repetitions the grammar can count (llama.cpp's own limit). */
const mostRepetitions = 2000;
const counts = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Rewrites a JSON schema for node-llama-cpp's grammar, which knows alternatives as `oneOf` only, demands every
 * property and counts no further than 2,000.
 */
export function asGrammarSchema(schema: unknown): object {
  return rewritten(schema as Json) as object;
}

function rewritten(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(rewritten);
  if (typeof schema !== 'object' || schema === null) return schema;
  const {
    anyOf,
    $schema: _dialect,
    ...rest
  } = Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(counts.has(key) && Number(value) > mostRepetitions))
      .map(([key, value]) => [key, key === 'enum' || key === 'const' ? value : rewritten(value)]),
  );
  return anyOf === undefined ? rest : { ...rest, oneOf: anyOf };
}
