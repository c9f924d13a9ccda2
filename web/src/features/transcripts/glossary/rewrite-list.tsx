import type { Rewrite } from '@lectern/contract/editing/rewrites';
import { Link } from 'react-router';
import { dateInWords } from '../../../ui/date-in-words.ts';
import { describeRewrite } from './format-rewrite.ts';

const most = 3;

const named = ({ terms }: Rewrite): string =>
  terms.slice(0, most).join(', ') + (terms.length > most ? ` and ${terms.length - most} more` : '');

/** Lists recent rewrites of the library, each linking to the page with its undo. */
export function RewriteList({ rewrites }: { rewrites: readonly Rewrite[] }) {
  return (
    <section aria-labelledby="rewrites" className="grid gap-3">
      <h2 id="rewrites" className="text-xl">
        Changes in the library
      </h2>
      <ul className="grid divide-y divide-line">
        {rewrites.map((rewrite) => (
          <li key={rewrite.id} className="py-3">
            <Link
              to={`/asset/glossary/${rewrite.id}`}
              className="prose-link inline-flex min-h-6 items-center font-medium"
            >
              {named(rewrite)}
            </Link>
            <p className="text-sm text-soft">
              {dateInWords(rewrite.applied_at ?? rewrite.created_at)} · {describeRewrite(rewrite)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
