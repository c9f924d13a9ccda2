/** A quote with the fillers and repetitions that it leaves out, for those who ask. */
export const AsSpoken = ({ quote: { spoken } }: { quote: { spoken?: string | undefined } }) =>
  spoken !== undefined && (
    <details className="text-sm text-soft">
      <summary className="inline-block min-h-6 cursor-pointer text-xs underline decoration-dotted underline-offset-4 hover:text-ink">
        As spoken
      </summary>
      <p className="pb-1 leading-relaxed">{spoken}</p>
    </details>
  );
