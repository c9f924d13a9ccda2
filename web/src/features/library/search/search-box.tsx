import { Search } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const SearchResults = lazyPart(() => import('./search-results.tsx'));

/**
 * Searches on Enter or on leaving the field, from two characters (specification section 4). The query stands in the
 * URL, so going back restores the results.
 */
export function SearchBox() {
  const [query, setQuery] = useSearchParams();
  const searched = query.get('q') ?? undefined;
  const [keyword, setKeyword] = useState(searched ?? '');
  // Back and forward change the address.
  const [shown, setShown] = useState(searched);
  if (searched !== shown) {
    setShown(searched);
    setKeyword(searched ?? '');
  }

  const start = (): void => {
    const wanted = keyword.trim();
    if (wanted.length > 1 && searched === undefined) setQuery({ q: wanted });
  };
  const close = (): void => {
    setQuery({}, { replace: true });
  };

  return (
    <search>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-soft"
        />
        <input
          type="search"
          aria-label="Search your videos"
          placeholder="Search your videos"
          enterKeyHint="search"
          maxLength={200}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
          onFocus={SearchResults.fetch}
          onBlur={start}
          className="h-10 w-full rounded-md border border-edge bg-surface ps-9 pe-3 text-sm placeholder:text-soft hover:border-ink focus-visible:outline-offset-0"
        />
      </form>
      {searched !== undefined && <SearchResults keyword={searched} onClose={close} />}
    </search>
  );
}
