import { useSearchParams } from 'react-router';

/** What a table is narrowed to besides its filter: in the address, from which its page starts anew. */
export function useChoice(name: string): readonly [string | null, (next: string) => void] {
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
