import { useSearchParams } from 'react-router';

/** Keeps a further restriction of a table in the URL; choosing one returns to the first page. */
export function useUrlFilter(name: string): readonly [string | null, (next: string) => void] {
  const [query, setQuery] = useSearchParams();
  const choose = (next: string): void =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('page');
        if (next) after.set(name, next);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );
  return [query.get(name), choose];
}
