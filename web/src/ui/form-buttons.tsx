import { Button } from './button.tsx';
import { DialogCancel } from './dialog.tsx';

type FormButtonsProps = {
  /** The id of the form that is saved: the buttons stand outside of it, where a long form does not push them away. */
  form: string;
  busy: boolean;
};

/** The actions of a dialog with a form: giving it up, and saving. */
export function FormButtons({ form, busy }: FormButtonsProps) {
  return (
    <>
      <DialogCancel />
      <Button type="submit" form={form} busy={busy}>
        Save
      </Button>
    </>
  );
}
