import { Dialog as Radix } from 'radix-ui';
import { Button } from './button.tsx';

/** Gives a dialog up, as Escape does: both ask where something would be lost. */
export function DialogCancel() {
  return (
    <Radix.Close asChild>
      <Button look="secondary">Cancel</Button>
    </Radix.Close>
  );
}
