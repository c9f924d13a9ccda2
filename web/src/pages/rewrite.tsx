import { Link, useParams } from 'react-router';
import { PlaceList } from '../features/transcripts/glossary/place-list.tsx';
import { RewriteActions } from '../features/transcripts/glossary/rewrite-actions.tsx';
import { useRewrite } from '../features/transcripts/glossary/use-rewrites.ts';
import { whyMissing } from '../session/call.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageComing } from '../ui/page-placeholder.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** Shows a planned, running or finished rewrite of the library, with its undo. */
export default function Rewrite() {
  usePageTitle('Changes by the glossary');
  const { rewrite: id = '' } = useParams();
  const { data: rewrite, error, isFetching, refetch } = useRewrite(id);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10 *:max-w-180">
      <div className="mb-7">
        <Link to="/asset/glossary" className="prose-link inline-flex min-h-6 items-center text-sm">
          Glossary
        </Link>
        <h1 className="text-3xl">Changes in the library</h1>
        {rewrite && <p className="mt-1 line-clamp-3 text-soft">{rewrite.terms.join(', ')}</p>}
      </div>
      {rewrite ? (
        <div className="grid gap-8">
          <RewriteActions rewrite={rewrite} />
          {rewrite.places.all > 0 && <PlaceList rewrite={rewrite} />}
        </div>
      ) : error ? (
        <ErrorState text={whyMissing(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <PageComing>
          <Skeleton className="h-64" />
        </PageComing>
      )}
    </div>
  );
}
