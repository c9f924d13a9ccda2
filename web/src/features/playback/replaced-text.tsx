/** A text and what took its place, told apart by words for those who do not see it. */
export function Replaced({ before, after }: { before: string; after: string }) {
  return (
    <div className="grid gap-1 text-sm whitespace-pre-line">
      <p className="text-soft">
        <span className="sr-only">Before: </span>
        {before === '' ? 'Nothing' : <del className="decoration-edge">{before}</del>}
      </p>
      <p>
        <span className="sr-only">After: </span>
        {after === '' ? (
          'Nothing'
        ) : (
          <ins className="rounded-sm bg-accent-wash px-0.5 no-underline box-decoration-clone">{after}</ins>
        )}
      </p>
    </div>
  );
}
