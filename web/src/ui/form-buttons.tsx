import { Button } from './button.tsx';

/** The end of a form in a dialog: giving it up, and saving. */
export function FormButtons({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </div>
  );
}
