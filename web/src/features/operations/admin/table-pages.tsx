import { Button } from '../../../ui/button.tsx';

type TablePagesProps = { page: number; limit: number; total: number; onPage: (page: number) => void };

const inWords = (n: number): string => n.toLocaleString('en-US');

/** Which rows these are of how many, and the way to the others. */
export function TablePages({ page, limit, total, onPage }: TablePagesProps) {
  const first = (page - 1) * limit + 1;
  const last = Math.min(total, page * limit);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-soft tabular-nums">
        {first > total ? `None of ${inWords(total)}` : `${inWords(first)} to ${inWords(last)} of ${inWords(total)}`}
      </p>
      <div className="flex gap-2">
        <Button look="secondary" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button look="secondary" size="sm" disabled={last >= total} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
