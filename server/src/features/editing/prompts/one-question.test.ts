import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Context } from '../../../platform/http/context.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { prompts } from './prompts.ts';

/** A database, a fake, in which nothing stands, and which answers nobody before its gate is open. */
function gatedDatabase() {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [
      {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          asked += 1;
          await gate.promise;
          return result;
        },
      },
    ],
  });
  return { kysely, open: gate.resolve, asked: () => asked };
}

const passthrough = '00000000-0000-4000-8000-000000000000';
const wishes = {
  search: { passthrough, prompt: 'The main insights' },
  updateQuote: { passthrough, start: '00:00:00', selIndex: 0, newQuotePrompt: 'The main insights' },
} as const;

describe('the questions of a member', () => {
  for (const route of ['search', 'updateQuote'] as const)
    for (const engine of ['a language model', 'the built-in engine'])
      it(`prepares one question per member at a time, when ${engine} answers (${route})`, async () => {
        const { kysely, open, asked } = gatedDatabase();
        const signal = new AbortController().signal;
        const ask = (id: string): Promise<unknown> => {
          const language = engine === 'a language model' ? {} : undefined;
          const ctx = { database: { kysely }, language, member: { id }, signal } as unknown as Context<'active'>;
          return Promise.resolve(
            (prompts.handlers[route] as (ctx: unknown, wish: unknown) => unknown)(ctx, wishes[route]),
          );
        };
        const all = Promise.allSettled(['many', 'many', 'many', 'many', 'one'].map(ask));
        // Any further question would have begun soon after those two.
        while (asked() < 2) await new Promise(setImmediate);
        for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate);
        assert.equal(asked(), 2);
        open();
        const codes = (await all)
          .map((each) => (each as { reason?: unknown }).reason)
          .map((reason) => reason instanceof Problem && reason.code);
        assert.deepEqual(codes, Array(5).fill('not_found'));
        assert.equal(asked(), 5);
      });
});
