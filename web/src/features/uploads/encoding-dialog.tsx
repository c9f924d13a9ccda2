import { Dialog } from '../../ui/dialog.tsx';
import type { EncodingQuestion } from './ask-encoding.ts';

/** Asks which of two previews of a caption file reads right. Who leaves it takes the first, the likelier one. */
export default function EncodingDialog({ question }: { question: EncodingQuestion }) {
  const { fileName, previews, answer } = question;
  return (
    <Dialog
      open
      wide
      onClose={() => answer(previews[0].encoding)}
      title="Which of these reads right?"
      description={
        <>
          <span className="break-all">{fileName}</span> does not say in which encoding its letters are, and two make
          sense.
        </>
      }
    >
      <div className="grid gap-3 md:grid-cols-2">
        {previews.map(({ encoding, lines }) => (
          <button
            key={encoding}
            type="button"
            onClick={() => answer(encoding)}
            className="grid content-start gap-2 rounded-md border border-edge bg-surface p-4 text-start transition-colors hover:border-ink hover:bg-sunken"
          >
            <span dir="auto" className="break-words whitespace-pre-line">
              {lines}
            </span>
            <span className="text-sm text-soft">Read as {encoding}</span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
